import {
  Button,
  Can,
  Columns,
  CopyId,
  cursorOf,
  DateTime,
  type Fact,
  Facts,
  Figure,
  History,
  Link,
  Money,
  Notes,
  Quiet,
  RecordPage,
  Row,
  Section,
  Stack,
  StatusBadge,
  useMayOpen,
  usePluginName,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { orderPaths } from "../orders/paths";
import { PluginActions } from "../plugins/PluginActions";
import { usePluginFacts } from "../plugins/useContributions";
import { KeptBy } from "../products/KeptBy";
import { Picture } from "../products/Picture";
import { productPaths } from "../products/paths";
import { StoreLink } from "../stores/StoreLink";
import { type Bundle, bundles } from "./api";
import { BundleAround } from "./BundleAround";
import { BundleContents } from "./BundleContents";
import { BundleStockHistory } from "./BundleStockHistory";
import { bundlePaths } from "./paths";
import { useBundleActions } from "./useBundleActions";

/** A bundle that nothing sells yet gets its product: its picture, its price, and its way to the store's shop. */
function Sell({
  bundle: { provider, archivedAt, productId, store, name, sku, worth, worthCurrency },
}: {
  bundle: Bundle;
}) {
  const { t } = useTranslation("bundles");
  const form = productPaths.create(useArea());
  const isOpen = useMayOpen()(form);
  if (provider || archivedAt || productId || !isOpen) return null;
  const price = worthCurrency === "EUR" && worth ? worth : "";
  return (
    <Button icon="product" to={`${form}?${new URLSearchParams({ store: store.id, name, sku, price })}`}>
      {t("sell.action")}
    </Button>
  );
}

function Actions({ bundle, onGone }: { bundle: Bundle; onGone: () => void }) {
  const { t } = useTranslation("bundles");
  const area = useArea();
  const actions = useBundleActions(onGone)(bundle);
  return (
    <Row gap={8}>
      {actions.length > 0 && (
        <Button kind="primary" icon="edit" to={bundlePaths.edit(area, bundle.id)} shortcut="edit">
          {t("edit.action")}
        </Button>
      )}
      <Sell bundle={bundle} />
      <PluginActions entity="bundle" record={bundle} own={actions} />
    </Row>
  );
}

/** How many of it can be sold now, for each way to buy it. */
function Stock({ bundle: { stock } }: { bundle: Bundle }) {
  const { t } = useTranslation("bundles");
  const facts = stock.map(({ variant, available }) => ({
    label: variant || t("stock.available"),
    value: available === null ? <Quiet>{t("stock.unknown")}</Quiet> : <Figure value={available} />,
  }));
  return (
    <Section title={t("stock.title")}>
      <Stack gap={8}>
        <Facts facts={facts} areNumbers />
        <Quiet>{t("stock.text")}</Quiet>
      </Stack>
    </Section>
  );
}

function BundleFacts({ bundle }: { bundle: Bundle }) {
  const { t } = useTranslation("bundles");
  const area = useArea();
  const mayOpen = useMayOpen();
  const nameOf = usePluginName();
  const { sku, store, provider, providerId, price, currency, worth, worthCurrency, productId } = bundle;
  const orders = `${orderPaths.list(area)}?cursor=${cursorOf({ search: sku })}`;
  const product = productPaths.detail(area, productId ?? "");
  const facts: Fact[] = [
    { label: t("column.sku"), value: <CopyId value={sku} /> },
    { label: t("column.store"), value: <StoreLink store={store} /> },
    { label: t("column.provider"), value: provider ? nameOf(provider) : t("column.here") },
  ];
  if (providerId) facts.push({ label: t("fact.providerId"), value: <CopyId value={providerId} /> });
  for (const [label = "", value] of bundle.options) facts.push({ label, value });
  if (price) facts.push({ label: t("fact.price"), value: <Money amount={price} currency={currency} /> });
  if (worth) facts.push({ label: t("fact.worth"), value: <Money amount={worth} currency={worthCurrency} /> });
  if (productId && mayOpen(product))
    facts.push({ label: t("fact.product"), value: <Link to={product}>{t("fact.openProduct")}</Link> });
  if (mayOpen(orders))
    facts.push({ label: t("fact.orders"), value: <Link to={orders}>{t("fact.openOrders")}</Link> });
  facts.push({ label: t("column.updated"), value: <DateTime at={bundle.updatedAt} /> });
  return <Facts facts={[...facts, ...usePluginFacts("bundle", bundle.extra)]} />;
}

function BundleView({ bundle }: { bundle: Bundle }) {
  const { t } = useTranslation("bundles");
  return (
    <Columns
      main={
        <>
          <Section title={t("column.components")}>
            <BundleContents bundle={bundle} />
          </Section>
          <BundleStockHistory bundle={bundle} />
          <BundleAround bundle={bundle} />
          <History
            entity="bundle"
            id={bundle.id}
            fields={{ sku: t("column.sku"), name: t("column.name"), components: t("column.components") }}
          />
          <Notes relationId={bundle.id} />
        </>
      }
      side={
        <>
          {bundle.image && (
            <Section title={t("fact.image")}>
              <Picture src={bundle.image} size={220} alt={bundle.name} />
            </Section>
          )}
          <Stock bundle={bundle} />
          <Section title={t("fact.title")}>
            <BundleFacts bundle={bundle} />
          </Section>
        </>
      }
    />
  );
}

/** One bundle: what it holds, what it costs, and how many the stock of its components allows. */
export default function BundleDetail() {
  const { t } = useTranslation("bundles");
  const area = useArea();
  return (
    <RecordPage
      of={[bundlePaths.detail.useIds().bundleId]}
      useRecord={bundles.useOne}
      breadcrumbs={[{ label: t("list.title"), to: bundlePaths.list(area) }]}
      title={({ name }) => name}
      mark={({ archivedAt }) =>
        archivedAt && (
          <StatusBadge tone="new" icon="archive">
            {t("filter.archivedOne")}
          </StatusBadge>
        )
      }
      actions={(bundle, leave) => <Actions bundle={bundle} onGone={leave} />}
    >
      {(bundle) => (
        <Stack>
          {bundle.provider && (
            <Can permission="WRITE_PRODUCT" staff>
              <KeptBy of="bundles" provider={bundle.provider} />
            </Can>
          )}
          <BundleView bundle={bundle} />
        </Stack>
      )}
    </RecordPage>
  );
}
