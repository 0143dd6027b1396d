import {
  Banner,
  Button,
  type Choice,
  ChoiceField,
  type FormOf,
  fieldsOf,
  Money,
  Quiet,
  SkeletonLines,
  useCan,
  useIsStaff,
} from "@comptoir/kit";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Quote, Quotes } from "../shipping/api";
import { PriceExplanation } from "../shipping/PriceExplanation";
import { useReasons } from "../shipping/useReasons";
import { useShippingTexts } from "../shipping/useShippingTexts";
import { WeightFacts } from "../shipping/WeightFacts";
import { useConnectors } from "../stores/api";
import { useQuotes } from "./useQuotes";
import type { OrderValues } from "./values";

const { useValue } = fieldsOf<OrderValues>();

function useChoices(quotes: Quotes | undefined): Choice[] {
  const { t } = useTranslation("shipping");
  const { delay } = useShippingTexts();
  const reasons = useReasons();
  return (quotes?.carriers ?? []).map(({ carrier, unavailable, priceExVat }) => ({
    value: carrier.id,
    label: carrier.name,
    hint: delay(carrier),
    unavailable: unavailable ? reasons[unavailable] : undefined,
    detail: priceExVat ? <Money amount={priceExVat} /> : <Quiet>{t("unavailable.title")}</Quiet>,
  }));
}

/** What the parcel weighs, and how the price of the carrier that was chosen came about. */
function Details({ quotes, explanation }: { quotes: Quotes } & Partial<Pick<Quote, "explanation">>) {
  const { t } = useTranslation("orders");
  return (
    <>
      <WeightFacts weight={quotes.weight} />
      {quotes.unweighed.length > 0 && (
        <Banner tone="warning" title={t("carrier.unweighed")}>
          <p>{t("carrier.unweighedText", { articles: quotes.unweighed.join(", ") })}</p>
        </Banner>
      )}
      {explanation && <PriceExplanation of={explanation} />}
    </>
  );
}

/** Orders of a store without a warehouse wait: for who may know. */
function Unconnected({ storeId }: { storeId: string }) {
  const { t } = useTranslation("orders");
  const isStaff = useIsStaff();
  const mayKnow = useCan()("READ_CONNECTOR");
  const { data } = useConnectors(isStaff && mayKnow ? storeId : null);
  if (!data || data.some(({ role }) => role === "fulfillment")) return null;
  return (
    <Banner tone="warning" title={t("carrier.unconnected")}>
      <p>{t("carrier.unconnectedText")}</p>
    </Banner>
  );
}

interface CarrierProps {
  form: FormOf<OrderValues>;
}

function Offers({ form, storeId }: CarrierProps & { storeId: string }) {
  const { t } = useTranslation(["orders", "kit"]);
  const { isAsked, quotes, chosen, error, isRefreshing, retry } = useQuotes();
  const choices = useChoices(quotes);
  const seen = chosen?.priceExVat ?? null;
  // What is sent is what stands here.
  useEffect(() => {
    if (form.getValues("shippingPrice") !== seen) form.setValue("shippingPrice", seen);
  }, [form, seen]);

  const instead = (): ReactNode => {
    if (!isAsked) return <Quiet>{t("carrier.articlesFirst")}</Quiet>;
    if (error)
      return (
        <Banner tone="critical" title={t("carrier.unavailable")}>
          <p>{t("carrier.unavailableText")}</p>
          <Button onClick={retry}>{t("kit:error.retry")}</Button>
        </Banner>
      );
    if (quotes === undefined) return <SkeletonLines lines={4} />;
    if (choices.every(({ unavailable }) => unavailable))
      return (
        <Banner tone="critical" title={t("carrier.none")}>
          <p>{t("carrier.noneText")}</p>
        </Banner>
      );
  };
  return (
    <>
      <ChoiceField
        name="carrierId"
        label={t("fact.method")}
        description={t("carrier.description")}
        choices={choices}
        busy={isRefreshing}
        required
      >
        {instead()}
      </ChoiceField>
      <Unconnected storeId={storeId} />
      {quotes && <Details quotes={quotes} explanation={chosen?.explanation} />}
    </>
  );
}

/** How it is shipped: the carriers with their prices for this parcel, asked for anew when it changes. */
export function CarrierField({ form }: CarrierProps) {
  const { t } = useTranslation("orders");
  const storeId = useValue("storeId");
  if (storeId === null) return <Banner tone="info" title={t("create.storeFirst")} />;
  return <Offers key={storeId} form={form} storeId={storeId} />;
}
