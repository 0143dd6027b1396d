import {
  ActionMenu,
  Button,
  type Column,
  DataTable,
  DateTime,
  downloadFile,
  Empty,
  Figure,
  NONE,
  Quiet,
  Stack,
  StatusBadge,
  toast,
  useAct,
  useCan,
  useListState,
} from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { filePath, type Report, sendAgain, useReports, useSchedule } from "./api";
import { TONES, useWords } from "./words";

const sum = (report: Report, of: "lines" | "units") =>
  report.files.reduce((total, file) => total + file[of], 0);

function useTitle() {
  const words = useWords();
  return (report: Report) =>
    `${words.layout(report.layout)} · ${words.territory(report.territory)} · ${words.days(report.first, report.last)}`;
}

function Files({ report }: { report: Report }) {
  const { t } = useTranslation("phonographic");
  const [download] = useAct((name: string) => ({
    run: () => downloadFile(filePath(report, name), name),
    failed: t("integration.file.failed"),
  }));
  if (report.files.length === 0) return NONE;
  return (
    <Stack gap={4}>
      {report.files.map(({ name }) => (
        <Button key={name} kind="quiet" icon="download" onClick={() => void download(name)}>
          {name}
        </Button>
      ))}
    </Stack>
  );
}

/** Hands a report over again. That the receiver's file gives way is asked for, and asked about. */
function Sending({ report }: { report: Report }) {
  const { t } = useTranslation("phonographic");
  const title = useTitle()(report);
  const [send] = useAct((replace: boolean) => ({
    confirm: replace
      ? {
          title: t("integration.replace.title"),
          text: t("integration.replace.text", { report: title }),
          confirm: t("integration.replace.action"),
          destructive: true,
        }
      : undefined,
    run: () => sendAgain(report.id, replace),
    failed: t("integration.send.failed"),
    after: () => toast(t("integration.send.started"), title),
  }));
  const again = {
    id: "send",
    label: t("integration.send.action"),
    icon: "upload" as const,
    onClick: () => void send(false),
  };
  return (
    <ActionMenu
      label={t("integration.send.menu", { report: title })}
      icon="more"
      actions={[
        ...(report.state === "SENT" ? [] : [again]),
        { id: "replace", label: t("integration.replace.action"), onClick: () => void send(true) },
      ]}
    />
  );
}

function useColumns(): Column<Report>[] {
  const { t } = useTranslation("phonographic");
  const plans = useSchedule().data;
  const words = useWords();
  const mayWrite = useCan()("WRITE_AUDIT");
  return useMemo(
    () => [
      {
        id: "report",
        header: t("integration.field.report"),
        cell: ({ layout, territory }) => `${words.layout(layout)} · ${words.territory(territory)}`,
        card: "title",
      },
      {
        id: "period",
        header: t("integration.field.period"),
        cell: ({ first, last }) => words.days(first, last),
        card: "fact",
      },
      {
        id: "shop",
        header: t("integration.field.shop"),
        cell: ({ shop }) => plans?.find((plan) => plan.shop === shop)?.shopName ?? shop,
      },
      { id: "basis", header: t("integration.field.mode"), cell: ({ basis }) => words.basis(basis) },
      {
        id: "state",
        header: t("integration.field.state"),
        cell: ({ state }) => <StatusBadge tone={TONES[state]}>{words.state(state)}</StatusBadge>,
        card: "mark",
      },
      {
        id: "lines",
        header: t("integration.field.lines"),
        align: "right",
        cell: (report) => <Figure value={sum(report, "lines")} />,
      },
      {
        id: "units",
        header: t("integration.field.units"),
        align: "right",
        cell: (report) => <Figure value={sum(report, "units")} />,
        card: "fact",
      },
      {
        id: "createdAt",
        header: t("integration.field.createdAt"),
        sortable: true,
        cell: ({ createdAt }) => <DateTime at={createdAt} />,
      },
      {
        id: "outcome",
        header: t("integration.field.outcome"),
        cell: ({ error, sentAt }) => (error ? <Quiet>{error}</Quiet> : <DateTime at={sentAt} />),
        card: "fact",
      },
      {
        id: "files",
        header: t("integration.field.files"),
        cell: (report) => <Files report={report} />,
        card: "fact",
      },
      {
        id: "send",
        header: t("integration.field.send"),
        cell: (report) =>
          mayWrite && report.files.length > 0 && report.channel !== null && report.state !== "PENDING" ? (
            <Sending report={report} />
          ) : (
            NONE
          ),
        card: "fact",
      },
    ],
    [t, words, mayWrite, plans],
  );
}

/** The reports of the last days: what they hold and what became of them. */
export function Reports() {
  const { t } = useTranslation("phonographic");
  const words = useWords();
  const title = useTitle();
  const state = useListState({ field: "createdAt", direction: "desc" });
  const rows = useReports(state.cursor);
  const states = (["PENDING", "BUILT", "SENT", "FAILED", "EMPTY"] as const).map((value) => ({
    value,
    label: words.state(value),
  }));
  return (
    <DataTable
      caption={t("integration.reports.title")}
      name="phonographic-reports"
      state={state}
      rows={rows}
      columns={useColumns()}
      rowKey={(report) => report.id}
      rowLabel={title}
      searchLabel={t("integration.reports.search")}
      filters={[{ field: "state", label: t("integration.field.state"), kind: "oneOf", options: states }]}
      empty={
        <Empty icon="analytics" title={t("integration.reports.empty.title")}>
          {t("integration.reports.empty.text")}
        </Empty>
      }
    />
  );
}
