import { TextInput } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { csvName, toCsv } from "../chart/csv";
import { Icon } from "../display/icons";
import { Empty } from "../display/states";
import { toast } from "../feedback/toast";
import { saveFile } from "../files/transfer";
import { fold } from "../form/fold";
import SheetPart from "../grid/SheetPart";
import type { SheetLine } from "../grid/selection";
import { useFormats } from "../i18n/format";
import { ActionMenu, type MenuAction } from "../layout/ActionMenu";
import { flagOf } from "./flags";
import { PriceCards } from "./PriceCards";
import { AddBand, AddCountries } from "./PriceForms";
import PriceImport from "./PriceImport";
import classes from "./Prices.module.css";
import { priceRows } from "./priceFile";
import {
  bandId,
  bandOf,
  bandsOf,
  cellKey,
  cellOf,
  gapsOf,
  holding,
  isSamePrice,
  type ShippingPrice,
  valuesOf,
} from "./prices";
import { useBandText } from "./useBandText";
import type { PriceEdits } from "./usePriceEdits";

type Values = ReadonlyMap<string, string>;

const NONE: ShippingPrice[] = [];

export interface PriceSheetProps {
  carrierId: string;
  /** What is in it, for a screen reader; and what a file of it is called. */
  label: string;
  fileName: string;
  /** What is saved, perhaps other carriers' too. */
  prices: ShippingPrice[];
  /** What holds where a cell is empty: it is shown there, quietly. */
  fallback?: ShippingPrice[];
  edits: PriceEdits;
  /** What stands in its place while there is neither. */
  empty: ReactNode;
  /** Beside its own tools. */
  tools?: ReactNode;
  /** The window that adds a price at once, where one may. */
  addPrice?: (heaviest: number, close: () => void) => ReactNode;
}

const useCarrierValues = (prices: ShippingPrice[], carrier: string) =>
  useMemo(() => valuesOf(prices.filter(({ carrierId }) => carrierId === carrier)), [prices, carrier]);

type Opened = "price" | "band" | "country" | "file" | null;

/** The prices of a carrier: countries as rows, weight bands as columns; on a phone to be read, a card a country. */
export default function PriceSheet(props: PriceSheetProps) {
  const { carrierId, edits } = props;
  const { undo, redo, goTo, faults } = edits;
  const { t, i18n } = useTranslation("carriers");
  const format = useFormats();
  const bandText = useBandText();
  const isPhone = useMediaQuery("(max-width: 640px)", undefined, { getInitialValueInEffect: false });
  const [search, setSearch] = useState("");
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);

  const keyOf = useCallback(
    (country: string, band: string) => cellKey(carrierId, country, band),
    [carrierId],
  );
  const saved = useCarrierValues(props.prices, carrierId);
  const fallback = useCarrierValues(props.fallback ?? NONE, carrierId);
  const changed = useMemo(() => {
    const of = [...edits.edits].filter(([key]) => cellOf(key).carrierId === carrierId);
    return new Map(of.map(([key, { value }]) => [key, value]));
  }, [edits.edits, carrierId]);
  /** As it would be once saved. */
  const values = useMemo(() => new Map([...saved, ...changed]), [saved, changed]);
  const cells = useMemo(
    () => [...new Set([...values.keys(), ...fallback.keys()])].map(cellOf),
    [values, fallback],
  );

  const added = edits.addedTo(carrierId);
  // The same while a price is typed: other columns have all of the grid drawn anew.
  const bandIds = bandsOf([...cells.map(({ band }) => band), ...added.bands])
    .map(bandId)
    .join(" ");
  const bands = useMemo(() => (bandIds ? bandIds.split(" ").map(bandOf) : []), [bandIds]);
  const columns = useMemo(
    (): SheetLine[] => bands.map((band) => ({ id: bandId(band), label: bandText(band) })),
    [bands, bandText],
  );
  const countries = useMemo((): SheetLine[] => {
    const codes = [...new Set([...cells.map(({ country }) => country), ...added.countries])];
    const priced = new Map(codes.map((code): [string, string[]] => [code, []]));
    for (const { country, band } of cells) {
      const key = keyOf(country, band);
      if (values.get(key) || fallback.has(key)) priced.get(country)?.push(band);
    }
    const lines = codes.map((id) => {
      const gaps = gapsOf(bandsOf(priced.get(id) ?? [])).map(bandText);
      const hint = gaps.length > 0 ? t("prices.gap", { bands: gaps.join(", ") }) : undefined;
      return { id, label: format.country(id), picture: flagOf(id), hint };
    });
    const collator = new Intl.Collator(i18n.resolvedLanguage);
    return lines.sort((one, other) => collator.compare(one.label, other.label));
  }, [cells, added.countries, values, fallback, keyOf, bandText, format, i18n.resolvedLanguage, t]);
  const rows = useMemo(() => {
    const asked = fold(search.trim());
    return countries.filter(({ id, label }) => fold(label).includes(asked) || fold(id) === asked);
  }, [countries, search]);
  // A cell that is to be gone to may not be hidden by the search.
  const isHidden = goTo !== null && search !== "" && !rows.some(({ id }) => id === goTo.row);
  const [wasAt, setWasAt] = useState(goTo);
  if (goTo !== wasAt) {
    setWasAt(goTo);
    if (isHidden) setSearch("");
  }

  const heaviest = bands.at(-1)?.max ?? 0;
  const fallbackOf = useMemo(() => (fallback.size > 0 ? holding(fallback) : undefined), [fallback]);
  const write = edits.write && ((typed: Values) => edits.write?.(typed, saved, fallbackOf));
  const saveCsv = () => {
    const text = toCsv(priceRows(values), i18n.resolvedLanguage ?? "fr");
    saveFile(new Blob([text], { type: "text/csv;charset=utf-8" }), csvName(props.fileName));
  };
  const take = (read: Values) => {
    write?.(read);
    const different = [...read].filter(([key, price]) => !isSamePrice(saved.get(key) ?? "", price));
    toast(t("file.taken", { count: read.size, changed: different.length }));
  };
  const adding: MenuAction[] = [
    { id: "band", label: t("add.band.open"), icon: "table", onClick: () => setOpened("band") },
    { id: "country", label: t("add.country.open"), icon: "language", onClick: () => setOpened("country") },
  ];
  if (props.addPrice)
    adding.unshift({
      id: "price",
      label: t("add.price.open"),
      icon: "finance",
      onClick: () => setOpened("price"),
    });
  const files: MenuAction[] = [{ id: "export", label: t("file.export"), icon: "download", onClick: saveCsv }];
  if (write)
    files.push({ id: "import", label: t("file.import"), icon: "upload", onClick: () => setOpened("file") });
  const tools = (
    <>
      {write && !isPhone && (
        <ActionMenu label={t("add.label")} text={t("add.open")} icon="add" actions={adding} />
      )}
      <ActionMenu label={t("file.label")} text={t("file.open")} icon="file" actions={files} />
      <TextInput
        className={classes.search}
        type="search"
        aria-label={t("prices.search")}
        placeholder={t("prices.search")}
        leftSection={<Icon name="search" />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {props.tools}
    </>
  );
  const empty = search ? <Empty icon="search" title={t("prices.noCountry")} /> : props.empty;
  return (
    <>
      {isPhone ? (
        <>
          <div className={classes.tools}>{tools}</div>
          <PriceCards
            countries={rows}
            bands={columns}
            read={(country, band) => values.get(keyOf(country, band)) ?? ""}
            empty={empty}
          />
        </>
      ) : (
        <SheetPart
          label={props.label}
          rowHeading={t("prices.country")}
          rows={rows}
          columns={columns}
          keyOf={keyOf}
          saved={saved}
          fallback={fallback}
          changed={changed}
          faults={faults}
          goTo={goTo}
          onUndo={undo}
          onRedo={redo}
          onChange={write}
          tools={tools}
          empty={empty}
        />
      )}
      {opened === "price" && props.addPrice?.(heaviest, close)}
      {opened === "band" && (
        <AddBand
          heaviest={heaviest}
          onClose={close}
          add={(band) => edits.add(carrierId, { bands: [bandId(band)] })}
        />
      )}
      {opened === "country" && (
        <AddCountries onClose={close} add={(countries) => edits.add(carrierId, { countries })} />
      )}
      {opened === "file" && (
        <PriceImport carrierId={carrierId} mayBeZero={edits.mayBeZero} onClose={close} take={take} />
      )}
    </>
  );
}
