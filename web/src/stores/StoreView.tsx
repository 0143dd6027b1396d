import {
  Columns,
  DateTime,
  type Fact,
  Facts,
  Link,
  Money,
  Quiet,
  Section,
  SimpleTable,
  useFormats,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Store } from "./api";
import { Organizations } from "./Organizations";
import { useChargeUnit } from "./useChargeUnit";
import { useLinkTypes } from "./useStoreLabels";

function Costs({ store }: { store: Store }) {
  const { t } = useTranslation("stores");
  const { percent } = useFormats();
  const facts: Fact[] = [
    { label: t("field.seedingCost"), value: <Money amount={store.seedingCost} /> },
    { label: t("field.ticketCost"), value: <Money amount={store.ticketCost} /> },
    { label: t("field.ticketBasis"), value: t(`ticketBasis.${store.ticketBasis}`) },
    { label: t("field.returnCost"), value: <Money amount={store.returnCost} /> },
  ];
  // Customers are not told the company's margins.
  if (store.shippingMargin !== null) {
    facts.push({ label: t("field.shippingMargin"), value: percent(store.shippingMargin) });
  }
  if (store.shippingAdditionalCost !== null) {
    const value = <Money amount={store.shippingAdditionalCost} />;
    facts.push({ label: t("field.shippingAdditionalCost"), value });
  }
  return <Facts facts={facts} />;
}

function Charges({ charges }: Pick<Store, "charges">) {
  const { t } = useTranslation("stores");
  const unitOf = useChargeUnit();
  if (charges.length === 0) return <Quiet>{t("charge.none")}</Quiet>;
  return (
    <SimpleTable
      caption={t("section.charges")}
      rows={charges.map((charge, place) => ({ ...charge, place }))}
      rowKey={({ place }) => place}
      columns={[
        { id: "name", header: t("charge.name"), cell: ({ name }) => name },
        {
          id: "price",
          header: t("charge.price"),
          align: "right",
          cell: ({ price }) => <Money amount={price} />,
        },
        { id: "unit", header: t("charge.unit"), cell: ({ unit }) => unitOf(unit) },
      ]}
    />
  );
}

function Links({ links }: Pick<Store, "links">) {
  const { t } = useTranslation("stores");
  const types = useLinkTypes();
  if (links.length === 0) return <Quiet>{t("link.none")}</Quiet>;
  return (
    <SimpleTable
      caption={t("section.links")}
      rows={links.map((link, place) => ({ ...link, place }))}
      rowKey={({ place }) => place}
      columns={[
        { id: "type", header: t("link.type"), cell: ({ type }) => types[type] ?? type },
        {
          id: "url",
          header: t("link.url"),
          cell: ({ url }) => (
            <Link to={url} external>
              {url}
            </Link>
          ),
        },
      ]}
    />
  );
}

/** A store for those who may look at it only. */
export function StoreView({ store }: { store: Store }) {
  const { t } = useTranslation("stores");
  const owners = store.organizations.map(({ organizationId, name }) => ({ id: organizationId, name }));
  return (
    <Columns
      main={
        <>
          <Section title={t("section.costs")}>
            <Costs store={store} />
          </Section>
          <Section title={t("section.charges")}>
            <Charges charges={store.charges} />
          </Section>
          <Section title={t("section.links")}>
            <Links links={store.links} />
          </Section>
        </>
      }
      side={
        <Section title={t("section.general")}>
          <Facts
            facts={[
              { label: t("column.organizations"), value: <Organizations of={owners} /> },
              { label: t("column.created"), value: <DateTime at={store.createdAt} /> },
            ]}
          />
        </Section>
      }
    />
  );
}
