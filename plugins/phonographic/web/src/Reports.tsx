import {
  ActionMenu,
  Button,
  type Column,
  DataTable,
  DateTime,
  downloadFile,
  Empty,
  Figure,
  type MenuAction,
  NONE,
  Quiet,
  Stack,
  StatusBadge,
  toast,
  useAct,
  useCan,
  useListState,
} from "@comptoir/kit";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { filePath, type Report, sendAgain, useReports, useSchedule } from "./api";
import { ReasonsDialog } from "./ReasonsDialog";
import { WithdrawDialog } from "./WithdrawDialog";
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
  const [first, ...others] = report.files;
  if (!first) return NONE;
  if (others.length === 0)
    return (
      <Button kind="quiet" icon="download" onClick={() => void download(first.name)}>
        {first.name}
      </Button>
    );
  // A file a day: one line holds them all.
  return (
    <ActionMenu
      label={t("integration.file.download")}
      text={t("integration.file.count", { count: report.files.length })}
      icon="download"
      actions={report.files.map(({ name }) => ({
        id: name,
        label: name,
        onClick: () => void download(name),
      }))}
    />
  );
}

/** Hands a report over again. That the receiver's file gives way is asked for, and asked about. */
function useSending(report: Report, title: string): MenuAction[] {
  const { t } = useTranslation("phonographic");
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
  const isWhole = report.files.length > 0 && report.channel !== null;
  if (!isWhole || report.state === "PENDING" || report.state === "WITHDRAWN") return [];
  const again = {
    id: "send",
    label: t("integration.send.action"),
    icon: "upload" as const,
    onClick: () => void send(false),
  };
  const replace = {
    id: "replace",
    label: t("integration.replace.action"),
    onClick: () => void send(true),
  };
  return report.state === "SENT" ? [replace] : [again, replace];
}

/** What can be done with a report: see why it holds what it holds, hand it over again, withdraw it. */
function Actions({ report }: { report: Report }) {
  const { t } = useTranslation("phonographic");
  const title = useTitle()(report);
  const mayWrite = useCan()("WRITE_AUDIT");
  const [shown, setShown] = useState<"reasons" | "withdraw" | null>(null);
  const sending = useSending(report, title);
  const reasons: MenuAction = {
    id: "reasons",
    label: t("integration.reasons.action"),
    icon: "info",
    onClick: () => setShown("reasons"),
  };
  const withdraw: MenuAction = {
    id: "withdraw",
    label: t("integration.withdraw.menu"),
    icon: "returned",
    onClick: () => setShown("withdraw"),
  };
  const isOver = report.state === "PENDING" || report.state === "WITHDRAWN";
  const written = mayWrite ? [...sending, ...(isOver ? [] : [withdraw])] : [];
  // Of one that was withdrawn nobody knows any more what it held.
  const actions = [...(report.state === "WITHDRAWN" ? [] : [reasons]), ...written];
  if (actions.length === 0) return NONE;
  const close = () => setShown(null);
  return (
    <>
      <ActionMenu label={t("integration.actions", { report: title })} icon="more" actions={actions} />
      <ReasonsDialog report={report} title={title} open={shown === "reasons"} onClose={close} />
      <WithdrawDialog report={report} title={title} open={shown === "withdraw"} onClose={close} />
    </>
  );
}

/** What became of a report. */
function Outcome({ report: { builtAt, error, sentAt, withdrawnReason } }: { report: Report }) {
  const { t } = useTranslation("phonographic");
  const failure =
    error && (builtAt ? t("integration.failure.send", { error }) : t("integration.failure.build", { error }));
  const why = withdrawnReason ?? failure;
  return (
    <Stack gap={4}>
      {why && <Quiet>{why}</Quiet>}
      {withdrawnReason && sentAt && (
        <Quiet>
          {t("integration.withdraw.wasSent")} <DateTime at={sentAt} />
        </Quiet>
      )}
      {!why && <DateTime at={sentAt} />}
    </Stack>
  );
}

function useColumns(): Column<Report>[] {
  const { t } = useTranslation("phonographic");
  const plans = useSchedule().data;
  const words = useWords();
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
        hidden: true,
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
        cell: (report) => <Outcome report={report} />,
        card: "fact",
      },
      {
        id: "files",
        header: t("integration.field.files"),
        width: 120,
        cell: (report) => <Files report={report} />,
        card: "fact",
      },
      {
        id: "actions",
        header: t("integration.field.actions"),
        cell: (report) => <Actions report={report} />,
        card: "fact",
      },
    ],
    [t, words, plans],
  );
}

/** The reports of the last days: what they hold and what became of them. */
export function Reports() {
  const { t } = useTranslation("phonographic");
  const words = useWords();
  const title = useTitle();
  const state = useListState({ field: "createdAt", direction: "desc" });
  const rows = useReports(state.cursor);
  const states = (["PENDING", "BUILT", "SENT", "FAILED", "EMPTY", "WITHDRAWN"] as const).map((value) => ({
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
