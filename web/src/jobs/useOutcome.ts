import { type Job, useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../i18n";

/** What registering webhooks brings, and what ending them does. */
type WebhooksResult = { topics: string[] } | { ended: number };

const webhooksOf = ({ name, result }: Job) =>
  name === "stores.webhooks" ? (result as WebhooksResult | null) : null;

/** How many items a job has dealt with. */
export function itemsOf(job: Job): number {
  const webhooks = webhooksOf(job);
  if (webhooks) return "topics" in webhooks ? webhooks.topics.length : webhooks.ended;
  return job.progress?.done ?? 0;
}

/** How many items were dealt with, in words. */
export function useItems(): (count: number) => string {
  const { t } = useTranslation("jobs");
  const { number } = useFormats();
  return (count) => t("items", { count, done: number(count) });
}

/** What a job has brought, in words. */
export function useOutcome(): (job: Job) => string {
  const { t } = useTranslation("jobs");
  const { number } = useFormats();
  const items = useItems();
  return (job) => {
    const webhooks = webhooksOf(job);
    const count = itemsOf(job);
    if (!webhooks) return items(count);
    const values = { count, done: number(count) };
    return "topics" in webhooks ? t("webhooks.registered", values) : t("webhooks.ended", values);
  };
}

/** Why a job failed, or its last try: in the reader's language as far as the words are the portal's; null: it did not. */
export function useFailure(): (job: Pick<Job, "error" | "errorFr">) => string | null {
  const language = useLanguage();
  return ({ error, errorFr }) => (language === "fr" && errorFr) || error;
}
