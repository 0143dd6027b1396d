import { useTranslation } from "react-i18next";
import { cursorWithin } from "../list/cursor";
import type { FilterOffer } from "../list/filters";
import { useListState } from "../list/useListState";
import { ListPage } from "../page/ListPage";
import { usePluginName } from "../plugin/names";
import { carriers, ofProvider, type ShippingPlace, useMayChange } from "./carriers";
import { useCarrierActions } from "./useCarrierActions";
import { useCarrierColumns } from "./useCarrierColumns";
import { useCrumbs } from "./useCrumbs";

/** The carriers of a provider, by name; the archived only when asked for. */
export default function CarrierListPage({ place }: { place: ShippingPlace }) {
  const { t } = useTranslation("carriers");
  const provider = usePluginName()(place.provider);
  const isEditable = useMayChange();
  const within = (cursor: string) => cursorWithin(cursor, ofProvider(place.provider));
  const state = useListState({ field: "name", direction: "asc" });
  const actions = useCarrierActions();
  const filters: FilterOffer<"carriers">[] = [
    {
      kind: "oneOf",
      field: "archived",
      label: t("column.status"),
      options: { no: t("inUse"), yes: t("archived") },
    },
  ];
  return (
    <ListPage
      title={t("list.title", { provider })}
      breadcrumbs={useCrumbs(place).list}
      state={state}
      rows={carriers.useList(within(state.cursor))}
      columns={useCarrierColumns()}
      rowLabel={({ name }) => t("list.row", { name })}
      rowTo={({ id }) => `${place.carriers}/${id}`}
      rowActions={isEditable ? actions : undefined}
      searchLabel={t("list.search")}
      filters={filters}
      exportAs={(body) => carriers.export({ ...body, cursor: within(body.cursor) })}
      resource={t("list.resource")}
      create={isEditable ? { to: `${place.carriers}/create`, label: t("create.action") } : undefined}
      empty={{
        icon: "shipped",
        title: t("list.empty.title"),
        text: isEditable ? t("list.empty.create", { provider }) : t("list.empty.ask"),
      }}
    />
  );
}
