import {
  Button,
  Country,
  Empty,
  Form,
  fieldsOf,
  fold,
  Money,
  NONE,
  OnScreen,
  PrintButton,
  Quiet,
  Row,
  Section,
  SimpleTable,
  Stack,
  StatusBadge,
  saveCsv,
  Tabs,
  useForm,
  useFormats,
  usePrinting,
} from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { CarrierPrices, StorePrice, StoreShippingPrices } from "./api";
import { type Band, bandsOf, type CountryRow, rowsOf, vatOf } from "./tables";
import { useShippingTexts } from "./useShippingTexts";

const { TextField, useValue } = fieldsOf<{ search: string }>();

/** As many bands as fit beside each other on a sheet. */
const BANDS_ON_PAPER = 8;

/** A price without and with VAT; what was agreed on is marked. */
function Price({ of }: { of: StorePrice | undefined }) {
  const { t } = useTranslation("shipping");
  if (!of) return NONE;
  return (
    <Stack gap={2}>
      <Money amount={of.priceExVat} />
      <Quiet>
        <Money amount={of.price} />
      </Quiet>
      {of.explanation.exception && (
        <span>
          <StatusBadge tone="info">{t("table.agreed")}</StatusBadge>
        </span>
      )}
    </Stack>
  );
}

interface BandsProps {
  caption: string;
  rows: CountryRow[];
  bands: Band[];
  /** The place of the first band among all. */
  first?: number;
}

function Bands({ caption, rows, bands, first = 0 }: BandsProps) {
  const { t } = useTranslation("shipping");
  const texts = useShippingTexts();
  return (
    <SimpleTable
      caption={caption}
      rows={rows}
      rowKey={({ countryCode }) => countryCode}
      isMatrix
      columns={[
        {
          id: "country",
          header: t("table.country"),
          cell: ({ countryCode }) => (
            <strong>
              <Country code={countryCode} />
            </strong>
          ),
        },
        ...bands.map((band, at) => ({
          id: `${band.minWeight}`,
          header: texts.band(band),
          align: "right" as const,
          cell: ({ prices }: CountryRow) => <Price of={prices[first + at]} />,
        })),
      ]}
    />
  );
}

/** The countries that fit what is searched, by their names. */
function useFound(prices: StorePrice[], bands: Band[]): CountryRow[] {
  const { country } = useFormats();
  const search = fold(useValue("search").trim());
  const rows = useMemo(() => rowsOf(prices, bands), [prices, bands]);
  const named = rows.map((row) => ({ row, name: country(row.countryCode) }));
  return named
    .filter(({ row, name }) => fold(`${name} ${row.countryCode}`).includes(search))
    .sort((one, other) => one.name.localeCompare(other.name))
    .map(({ row }) => row);
}

function CarrierTable({ of: { carrier, prices } }: { of: CarrierPrices }) {
  const { t } = useTranslation("shipping");
  const bands = useMemo(() => bandsOf(prices), [prices]);
  const rows = useFound(prices, bands);
  const caption = t("table.caption", { carrier: carrier.name });
  const isPrinting = usePrinting();
  if (rows.length === 0) return <Empty icon="search" title={t("table.notFound")} />;
  if (!isPrinting) return <Bands caption={caption} rows={rows} bands={bands} />;
  const sheets = Array.from(
    { length: Math.ceil(bands.length / BANDS_ON_PAPER) },
    (_, at) => at * BANDS_ON_PAPER,
  );
  return sheets.map((first) => (
    <Bands
      key={first}
      caption={caption}
      rows={rows}
      bands={bands.slice(first, first + BANDS_ON_PAPER)}
      first={first}
    />
  ));
}

/** Every carrier below the other on paper, one at a time on a screen. */
function Carriers({ table }: { table: StoreShippingPrices }) {
  const { t } = useTranslation("shipping");
  if (usePrinting())
    return table.carriers.map((of) => (
      <Stack key={of.carrier.id}>
        <h3>{of.carrier.name}</h3>
        <CarrierTable of={of} />
      </Stack>
    ));
  const tabs = table.carriers.map((of) => ({
    id: of.carrier.id,
    label: of.carrier.name,
    content: <CarrierTable of={of} />,
  }));
  return <Tabs label={t("table.carriers")} name="carrier" tabs={tabs} />;
}

/** Hands the whole table over as a file, a line a price. */
function useDownload(table: StoreShippingPrices, title: string) {
  const { t, i18n } = useTranslation("shipping");
  const { country } = useFormats();
  return () => {
    const head = [
      t("table.carrier"),
      t("table.country"),
      t("table.code"),
      t("table.above"),
      t("table.upTo"),
      t("explanation.price"),
      t("table.vatPercent"),
      t("explanation.priceWithVat"),
      t("table.agreed"),
    ];
    const lines = table.carriers.flatMap(({ carrier, prices }) =>
      prices.map((price) => [
        carrier.name,
        country(price.countryCode),
        price.countryCode,
        price.minWeight,
        price.maxWeight,
        price.priceExVat,
        vatOf(table, price.countryCode),
        price.price,
        price.explanation.exception ? t("table.yes") : "",
      ]),
    );
    saveCsv(title, [head, ...lines], i18n.resolvedLanguage ?? "fr");
  };
}

/** All prices of a store: searched, printed, or taken away as a file. */
export function PriceTable({ table, title }: { table: StoreShippingPrices; title: string }) {
  const { t } = useTranslation("shipping");
  const form = useForm<{ search: string }>({ defaultValues: { search: "" } });
  const download = useDownload(table, title);
  return (
    <Section
      title={t("table.title")}
      action={
        <OnScreen>
          <Row>
            <PrintButton>{t("table.print")}</PrintButton>
            <Button icon="download" onClick={download}>
              {t("table.download")}
            </Button>
          </Row>
        </OnScreen>
      }
    >
      <Form form={form} onSubmit={async () => {}} failure={t("table.title")}>
        <Stack>
          <OnScreen>
            <TextField name="search" label={t("table.search")} autoComplete="off" />
          </OnScreen>
          <Quiet>{t("table.legend")}</Quiet>
          <Carriers table={table} />
        </Stack>
      </Form>
    </Section>
  );
}
