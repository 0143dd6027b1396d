import {
  CopyId,
  Figure,
  Link,
  Loaded,
  NONE,
  Quiet,
  Section,
  SimpleTable,
  useFormats,
  useIsStaff,
  useMayOpen,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { bundlePaths } from "../bundles/paths";
import { fetchTexts } from "../i18n";
import { InboundStatus } from "../inbound/InboundStatus";
import { inboundPaths } from "../inbound/paths";
import { type Product, type Surroundings, useSurroundings } from "./api";
import { productPaths } from "./paths";

fetchTexts("inbound");

/** A name that leads to its screen, for those who may open it. */
function Named({ name, to }: { name: string; to: string }) {
  return useMayOpen()(to) ? <Link to={to}>{name}</Link> : name;
}

type Arrivals = NonNullable<Surroundings["inbound"]>;

/** What is on its way to the warehouse. */
export function Inbound({ arrivals, none }: { arrivals: Arrivals; none: string }) {
  const { t } = useTranslation("products");
  const area = useArea();
  const isStaff = useIsStaff();
  const { date } = useFormats();
  if (arrivals.length === 0) return <Quiet>{none}</Quiet>;
  return (
    <SimpleTable
      caption={t("around.inbound.title")}
      rows={arrivals}
      rowKey={({ shipmentId, sku }) => `${shipmentId} ${sku}`}
      columns={[
        {
          id: "shipment",
          header: t("around.inbound.shipment"),
          cell: ({ shipmentId, provider, name }) => {
            // Staff find shipments among what their provider's extension shows.
            const base = isStaff ? `${area.base}/${provider}` : area.base;
            return <Named name={name} to={inboundPaths.detail({ base }, shipmentId)} />;
          },
        },
        { id: "sku", header: t("variant.sku"), cell: ({ sku }) => <CopyId value={sku} /> },
        {
          id: "status",
          header: t("filter.status"),
          cell: ({ status }) => <InboundStatus status={status} providerStatus="" />,
        },
        {
          id: "expectedAt",
          header: t("around.inbound.expectedAt"),
          align: "right",
          cell: ({ expectedAt }) => (expectedAt ? date(expectedAt) : NONE),
        },
        {
          id: "expected",
          header: t("around.inbound.expected"),
          align: "right",
          cell: ({ expected }) => <Figure value={expected} />,
        },
        {
          id: "offloaded",
          header: t("column.offloaded"),
          align: "right",
          cell: ({ offloaded }) => <Figure value={offloaded} />,
        },
      ]}
    />
  );
}

type Sold = Pick<Surroundings["sales"][number], "store" | "lastMonth" | "lastQuarter">;

interface SalesProps<Row extends Sold> {
  sales: Row[];
  /** Where it is in another store; null: it is the one that is shown. */
  toOther: (row: Row) => string | null;
}

/** Which stores sell something, and how much of it lately. */
export function Sales<Row extends Sold>({ sales, toOther }: SalesProps<Row>) {
  const { t } = useTranslation("products");
  return (
    <SimpleTable
      caption={t("around.sales.title")}
      rows={sales}
      rowKey={({ store }) => store.id}
      columns={[
        {
          id: "store",
          header: t("column.store"),
          cell: (row) => {
            const to = toOther(row);
            return to === null ? row.store.name : <Named name={row.store.name} to={to} />;
          },
        },
        {
          id: "lastMonth",
          header: t("around.sales.lastMonth"),
          align: "right",
          cell: ({ lastMonth }) => <Figure value={lastMonth} />,
        },
        {
          id: "lastQuarter",
          header: t("around.sales.lastQuarter"),
          align: "right",
          cell: ({ lastQuarter }) => <Figure value={lastQuarter} />,
        },
      ]}
    />
  );
}

/** The bundles that hold it. */
function Bundles({ bundles }: Pick<Surroundings, "bundles">) {
  const { t } = useTranslation("products");
  const area = useArea();
  if (bundles.length === 0) return <Quiet>{t("around.bundles.none")}</Quiet>;
  return (
    <SimpleTable
      caption={t("around.bundles.title")}
      rows={bundles}
      rowKey={({ id }) => id}
      columns={[
        {
          id: "name",
          header: t("column.name"),
          cell: ({ id, name }) => <Named name={name} to={bundlePaths.detail(area, id)} />,
        },
        { id: "sku", header: t("variant.sku"), cell: ({ sku }) => <CopyId value={sku} /> },
      ]}
    />
  );
}

/** What goes on around a product: what is on its way, where it sells, which bundles hold it. */
export function Around({ product }: { product: Product }) {
  const { t } = useTranslation("products");
  const area = useArea();
  return (
    <Loaded of={useSurroundings(product.id)} lines={6}>
      {({ inbound, sales, bundles }) => (
        <>
          {inbound && (
            <Section title={t("around.inbound.title")}>
              <Inbound arrivals={inbound} none={t("around.inbound.none")} />
            </Section>
          )}
          <Section title={t("around.sales.title")}>
            <Sales
              sales={sales}
              toOther={({ productId }) =>
                productId === product.id ? null : productPaths.detail(area, productId)
              }
            />
          </Section>
          <Section title={t("around.bundles.title")}>
            <Bundles bundles={bundles} />
          </Section>
        </>
      )}
    </Loaded>
  );
}
