import { Button, Empty, Money, Section, SimpleTable, useMayOpen } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { shippingPaths } from "../shipping/paths";
import { useChargeUnit } from "../stores/useChargeUnit";
import type { Terms } from "./api";

type Store = Terms["stores"][number];

/** What a store is charged for, by name, price and unit: what every store is, then its own charges. */
function useCharges() {
  const { t } = useTranslation("organizations");
  const unitOf = useChargeUnit();
  return (store: Store) =>
    [
      { name: t("storeTerms.seeding"), price: store.seedingCost, unit: t("storeTerms.unit.seeding") },
      { name: t("storeTerms.ticket"), price: store.ticketCost, unit: t("storeTerms.unit.ticket") },
      { name: t("storeTerms.return"), price: store.returnCost, unit: t("storeTerms.unit.return") },
      ...store.charges.map(({ unit, ...charge }) => ({ ...charge, unit: unitOf(unit) })),
    ].map((charge, at) => ({ ...charge, at }));
}

/** Leads to what shipping costs the store. */
function ShippingFees({ store, organizationId }: ChargesProps) {
  const { t } = useTranslation("organizations");
  const area = useArea();
  const to =
    area.name === "admin"
      ? shippingPaths.fees(area, organizationId, store.id)
      : shippingPaths.ownFees(area, store.id);
  if (!useMayOpen()(to)) return null;
  return (
    <Button icon="shipped" to={to}>
      {t("storeTerms.shipping")}
    </Button>
  );
}

interface ChargesProps {
  store: Store;
  organizationId: string;
}

function StoreCharges({ store, organizationId }: ChargesProps) {
  const { t } = useTranslation("organizations");
  const charges = useCharges();
  return (
    <Section
      title={t("storeTerms.store", { name: store.name })}
      action={<ShippingFees store={store} organizationId={organizationId} />}
    >
      <SimpleTable
        caption={t("storeTerms.store", { name: store.name })}
        rows={charges(store)}
        rowKey={({ at }) => at}
        columns={[
          { id: "name", header: t("storeTerms.charge"), cell: ({ name }) => name },
          { id: "unit", header: t("storeTerms.unit.title"), cell: ({ unit }) => unit },
          {
            id: "price",
            header: t("terms.price"),
            cell: ({ price }) => <Money amount={price} />,
            align: "right",
          },
        ]}
      />
    </Section>
  );
}

/** What each store is charged, a card a store, and the way to what shipping costs it. */
export function StoreTerms({ stores, organization: { id } }: Pick<Terms, "stores" | "organization">) {
  const { t } = useTranslation("organizations");
  if (stores.length > 0)
    return stores.map((store) => <StoreCharges key={store.id} store={store} organizationId={id} />);
  return (
    <Section title={t("stores.title")}>
      <Empty icon="store" title={t("stores.none")}>
        {t("storeTerms.noneText")}
      </Empty>
    </Section>
  );
}
