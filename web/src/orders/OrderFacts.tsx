import {
  CopyId,
  DateTime,
  type Fact,
  Facts,
  Link,
  NONE,
  Quiet,
  Stack,
  useFormats,
  usePluginName,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useWords } from "../i18n/useWords";
import { usePluginFacts } from "../plugins/useContributions";
import type { Order } from "./api";

/** Where the order came from. */
export function OrderFacts({ order }: { order: Order }) {
  const { t } = useTranslation("orders");
  const words = useWords();
  const { number } = useFormats();
  const source = order.source === "seeding" ? t("source.seeding") : t("source.normal");
  const facts: Fact[] = [
    { label: t("column.store"), value: order.store.name },
    { label: t("fact.source"), value: source },
    { label: t("column.submitted"), value: <DateTime at={order.submittedAt} /> },
    { label: t("fact.updated"), value: <DateTime at={order.updatedAt} /> },
    { label: t("fact.provider"), value: <Page provider={order.provider} url={order.providerUrl} /> },
    { label: t("fact.providerId"), value: <CopyId value={order.providerId} /> },
  ];
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

/** Where the parcel is, as far as the carrier tells. */
export function OrderTracking({ order }: { order: Order }) {
  const { t } = useTranslation("orders");
  if (!order.trackingNumber && !order.carrier) return <Quiet>{t("detail.noTracking")}</Quiet>;
  return (
    <Facts
      facts={[
        { label: t("fact.method"), value: order.shippingMethod || NONE },
        { label: t("fact.carrier"), value: order.carrier || NONE },
        { label: t("fact.trackingNumber"), value: <CopyId value={order.trackingNumber} /> },
        ...(order.trackingUrl
          ? [
              {
                label: t("fact.trackingUrl"),
                value: (
                  <Link to={order.trackingUrl} external>
                    {t("fact.follow")}
                  </Link>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}
