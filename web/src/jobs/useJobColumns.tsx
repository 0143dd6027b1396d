import { type Column, columnsOf } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Job } from "./api";
import { JobStatus } from "./JobStatus";
import { useDuration } from "./useDuration";
import { useJobConsumer, useJobName } from "./useJobName";

const { text, copy, date } = columnsOf<Job, "jobs">();

/** The columns of the list of background work. */
export function useJobColumns(): Column<Job, "jobs">[] {
  const { t } = useTranslation("jobs");
  const duration = useDuration();
  const nameOf = useJobName();
  const consumerOf = useJobConsumer();
  return useMemo(
    () => [
      text("name", t("column.name"), { of: nameOf, card: "title" }),
      text("note", t("column.note"), {
        of: ({ subject, progress }) => subject ?? progress?.note,
        card: "fact",
      }),
      copy("identifier", t("column.identifier"), { hidden: true }),
      text("consumer", t("column.consumer"), { of: consumerOf, card: "fact" }),
      { id: "status", header: t("column.status"), cell: (job) => <JobStatus job={job} />, card: "mark" },
      {
        id: "duration",
        header: t("column.duration"),
        cell: (job) => duration(job.duration),
        align: "right",
        card: "fact",
      },
      date("updatedAt", t("column.updated")),
      date("createdAt", t("column.created"), { sortable: true, card: "fact" }),
    ],
    [t, duration, nameOf, consumerOf],
  );
}
