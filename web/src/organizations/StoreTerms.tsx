import { Empty, Money, Section, SimpleTable } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
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

function StoreCharges({ store }: { store: Store }) {
  const { t } = useTranslation("organizations");
  const charges = useCharges();
  return (
    <Section title={t("storeTerms.store", { name: store.name })}>
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

/** What each store is charged, a card a store. */
export function StoreTerms({ stores }: Pick<Terms, "stores">) {
  const { t } = useTranslation("organizations");
  if (stores.length > 0) return stores.map((store) => <StoreCharges key={store.id} store={store} />);
  return (
    <Section title={t("stores.title")}>
      <Empty icon="store" title={t("stores.none")}>
        {t("storeTerms.noneText")}
      </Empty>
    </Section>
  );
}
