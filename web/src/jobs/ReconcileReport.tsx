import { Facts, Section, useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Job } from "./api";

/** What a nightly check found: the result of `….reconcile`. */
interface Report {
  /** The day it went back to; null: to the beginning. */
  since: string | null;
  /** How many the provider listed; of them missing here, different here, and not readable. */
  listed: number;
  missing: number;
  different: number;
  setAside: number;
}

/** What the check found and repaired; nothing for other jobs, and until it has ended. */
export function ReconcileReport({ job }: { job: Job }) {
  const { t } = useTranslation("jobs");
  const { date, number } = useFormats();
  if (!job.name.endsWith(".reconcile") || !job.result) return null;
  const report = job.result as unknown as Report;
  return (
    <Section title={t("report.title")}>
      <Facts
        facts={[
          { label: t("report.since"), value: report.since ? date(report.since) : t("report.beginning") },
          { label: t("report.listed"), value: number(report.listed) },
          { label: t("report.missing"), value: number(report.missing) },
          { label: t("report.different"), value: number(report.different) },
          { label: t("report.setAside"), value: number(report.setAside) },
        ]}
      />
    </Section>
  );
}
