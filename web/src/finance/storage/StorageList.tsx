import {
  type Column,
  columnsOf,
  type FilterOffer,
  Link,
  ListPage,
  Money,
  useFormats,
  useListState,
} from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { useStoreFilter } from "../../stores/records";
import { shortened } from "../decimals";
import { feePaths } from "../fees/paths";
import { type Measure, measures } from "./api";
import { storagePaths } from "./paths";

const { text, day, date } = columnsOf<Measure, "storageMeasures">();

/** Where volumes come from, by code. */
function useSources(): Record<Measure["source"], string> {
  const { t } = useTranslation("storage");
  return useMemo(
    () => ({
      MANUAL: t("source.MANUAL"),
      IMPORT: t("source.IMPORT"),
      PROVIDER_INVOICE: t("source.PROVIDER_INVOICE"),
      STOCK: t("source.STOCK"),
    }),
    [t],
  );
}

function useColumns(): Column<Measure, "storageMeasures">[] {
  const { t } = useTranslation(["storage", "finance"]);
  const { decimal } = useFormats();
  const area = useArea();
  const sources = useSources();
  return useMemo(
    () => [
      text("store", t("finance:field.store"), { of: ({ store }) => store.name, card: "title" }),
      day("startsAt", t("field.startsAt"), { sortable: true, card: "fact" }),
      {
        id: "volume",
        header: t("field.volume"),
        align: "right",
        cell: ({ volume }) => `${decimal(shortened(volume))} m³`,
        card: "fact",
      },
      {
        id: "price",
        header: t("field.price"),
        align: "right",
        cell: ({ price }) => <Money amount={price} />,
        card: "fact",
      },
      text("source", t("field.source"), { of: ({ source }) => sources[source], card: "mark" }),
      {
        id: "fee",
        header: t("field.fee"),
        cell: ({ feeId }) =>
          feeId ? <Link to={feePaths.detail(area, feeId)}>{t("field.showFee")}</Link> : t("field.noFee"),
      },
      text("author", t("finance:field.author"), { hidden: true }),
      date("createdAt", t("finance:field.createdAt"), { hidden: true }),
    ],
    [t, decimal, area, sources],
  );
}

function useFilters(): FilterOffer<"storageMeasures">[] {
  const { t } = useTranslation(["storage", "finance"]);
  return [
    ...useStoreFilter(t("finance:field.store")),
    { kind: "dates", field: "startsAt", label: t("field.startsAt") },
    { kind: "oneOf", field: "source", label: t("field.source"), options: useSources() },
  ];
}

/** What of all stores lay in the warehouse, the last half-month first. */
export default function StorageList() {
  const { t } = useTranslation("storage");
  const area = useArea();
  const { date } = useFormats();
  const state = useListState({ field: "startsAt", direction: "desc" });
  return (
    <ListPage
      title={t("list.title")}
      name="storageMeasures"
      state={state}
      rows={measures.useList(state.cursor)}
      columns={useColumns()}
      rowLabel={({ store, startsAt }) => t("list.row", { store: store.name, date: date(startsAt) })}
      filters={useFilters()}
      exportAs={measures.export}
      resource={t("list.resource")}
      create={{ to: storagePaths.create(area), label: t("create.action") }}
      empty={{ icon: "archive", title: t("list.empty.title"), text: t("list.empty.text") }}
    />
  );
}
