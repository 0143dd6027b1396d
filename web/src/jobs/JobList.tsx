import { type Column, DateTime, type FilterOffer, ListPage, NONE, useListState } from "@comptoir/kit";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Job, jobs } from "./api";
import { JobDialog } from "./JobDialog";
import { JobStatus, useJobStatuses } from "./JobStatus";
import { useDuration } from "./useDuration";
import { useJobName, useJobNames } from "./useJobName";

function useColumns(): Column<Job, "jobs">[] {
  const { t } = useTranslation("jobs");
  const duration = useDuration();
  const nameOf = useJobName();
  return useMemo(
    () => [
      { id: "name", header: t("column.name"), cell: (job) => nameOf(job.name), card: "title" },
      { id: "note", header: t("column.note"), cell: (job) => job.progress?.note || NONE, card: "fact" },
      { id: "consumer", header: t("column.consumer"), cell: (job) => job.consumer, card: "fact" },
      { id: "status", header: t("column.status"), cell: (job) => <JobStatus job={job} />, card: "mark" },
      {
        id: "duration",
        header: t("column.duration"),
        cell: (job) => duration(job.duration),
        align: "right",
        card: "fact",
      },
      {
        id: "updatedAt",
        header: t("column.updated"),
        cell: (job) => <DateTime at={job.updatedAt} />,
        align: "right",
      },
      {
        id: "createdAt",
        header: t("column.created"),
        cell: (job) => <DateTime at={job.createdAt} />,
        sortable: true,
        align: "right",
        card: "fact",
      },
    ],
    [t, duration, nameOf],
  );
}

function useFilters(): FilterOffer<"jobs">[] {
  const { t } = useTranslation("jobs");
  const { RUNNING: _, ...statuses } = useJobStatuses();
  const options = Object.entries(statuses).map(([value, { label }]) => ({ value, label }));
  const names = Object.entries(useJobNames()).map(([value, label]) => ({ value, label }));
  return [
    { kind: "oneOf", field: "status", label: t("column.status"), options },
    { kind: "oneOf", field: "name", label: t("column.name"), options: names },
    { kind: "dates", field: "createdAt", label: t("column.created") },
  ];
}

/** Every background work, newest first; the failed can be asked for again, the pending ended. */
export default function JobList() {
  const { t } = useTranslation("jobs");
  const nameOf = useJobName();
  const [opened, setOpened] = useState<string | null>(null);
  const state = useListState({ field: "createdAt", direction: "desc" });
  return (
    <ListPage
      title={t("list.title")}
      name="jobs"
      state={state}
      rows={jobs.useList(state.cursor)}
      columns={useColumns()}
      rowLabel={(job) => t("list.row", { name: nameOf(job.name) })}
      onOpen={(job) => setOpened(job.id)}
      searchLabel={t("list.search")}
      filters={useFilters()}
      empty={{ icon: "clock", title: t("list.empty"), text: t("list.emptyText") }}
    >
      <JobDialog id={opened} onOpen={setOpened} onClose={() => setOpened(null)} />
    </ListPage>
  );
}
