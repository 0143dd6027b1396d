import {
  CopyId,
  DateTime,
  type Fact,
  Facts,
  Link,
  NONE,
  Stack,
  useFormats,
  useMayOpen,
  usePluginName,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { useWords } from "../i18n/useWords";
import { usePluginFacts } from "../plugins/useContributions";
import { storePaths } from "../stores/paths";
import type { Order } from "./api";
import { useMethods } from "./useMethods";

/** Where the order came from. */
export function OrderFacts({ order }: { order: Order }) {
  const { t } = useTranslation("orders");
  const words = useWords();
  const methodOf = useMethods();
  const { number } = useFormats();
  const mayOpen = useMayOpen();
  const store = storePaths.detail(useArea(), order.store.id);
  const source = order.source === "seeding" ? t("source.seeding") : t("source.normal");
  // Of one that was first heard of when it had left, nobody knows the day.
  const shipped = order.steps.find(({ milestone, isLatest }) => milestone === "SHIPPED" && !isLatest);
  const facts: Fact[] = [
    {
      label: t("column.store"),
      value: mayOpen(store) ? <Link to={store}>{order.store.name}</Link> : order.store.name,
    },
    { label: t("fact.source"), value: source },
    { label: t("column.submitted"), value: <DateTime at={order.submittedAt} /> },
    ...(shipped?.at ? [{ label: t("fact.shipped"), value: <DateTime at={shipped.at} /> }] : []),
    { label: t("fact.updated"), value: <DateTime at={order.updatedAt} /> },
    {
      label: t("fact.method"),
      value: methodOf(order.shippingMethod) || NONE,
    },
  ];
  // None has it yet.
  if (order.provider)
    facts.push(
      { label: t("fact.provider"), value: <Page provider={order.provider} url={order.providerUrl} /> },
      { label: t("fact.providerId"), value: <CopyId value={order.providerId} /> },
    );
  if (typeof order.weight === "number") {
    facts.push({ label: t("fact.weight"), value: t("fact.grams", { weight: number(order.weight) }) });
  }
  if (order.sale) {
    const { provider, reference, providerId, url } = order.sale;
    facts.push(
      { label: t("fact.shop"), value: <Page provider={provider} url={url} /> },
      { label: t("fact.shopReference"), value: reference },
      { label: t("fact.shopId"), value: <CopyId value={providerId} /> },
    );
  }
  // A plugin's link to what the facts lead to already says nothing new.
  const links = order.links.filter(({ url }) => url !== order.providerUrl && url !== order.sale?.url);
  return (
    <Stack>
      <Facts facts={[...facts, ...usePluginFacts("order", order.extra)]} />
      {links.map(({ url, label }) => (
        <Link key={url} to={url} external>
          {words(label)}
        </Link>
      ))}
    </Stack>
  );
}

/** A provider's name, which leads to the order's page there where that is known. */
function Page({ provider, url }: { provider: string | null | undefined; url: string }) {
  const name = usePluginName()(provider ?? "");
  if (!name || !url) return name || NONE;
  return (
    <Link to={url} external>
      {name}
    </Link>
  );
}
