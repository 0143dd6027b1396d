import { type FilterOffer, ListPage, useListState } from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { jobs } from "./api";
import { JobDialog } from "./JobDialog";
import { useJobStatuses } from "./JobStatus";
import { useJobColumns } from "./useJobColumns";
import { useJobName, useJobNames } from "./useJobName";

function useFilters(): FilterOffer<"jobs">[] {
  const { t } = useTranslation("jobs");
  const { RUNNING: _, ...statuses } = useJobStatuses();
  return [
    { kind: "oneOf", field: "status", label: t("column.status"), options: statuses },
    { kind: "oneOf", field: "name", label: t("column.name"), options: useJobNames() },
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
      columns={useJobColumns()}
      rowLabel={(job) => t("list.row", { name: nameOf(job) })}
      onOpen={(job) => setOpened(job.id)}
      searchLabel={t("list.search")}
      filters={useFilters()}
      empty={{ icon: "clock", title: t("list.empty"), text: t("list.emptyText") }}
    >
      <JobDialog id={opened} onOpen={setOpened} onClose={() => setOpened(null)} />
    </ListPage>
  );
}
