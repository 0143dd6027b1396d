import {
  Code,
  DateTime,
  Figure,
  Loaded,
  Quiet,
  SimpleTable,
  Stack,
  StatusBadge,
  type Tone,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useDuration } from "../jobs/useDuration";
import { usePluginActivity } from "./plugins";

const TONES: Record<string, Tone> = { Ok: "success", Unsupported: "new", NotFound: "new" };

/** How a call ended, in words; metrics have the same names. */
function useOutcome() {
  const { t } = useTranslation("developer");
  const words: Record<string, string> = {
    Ok: t("plugins.outcomes.Ok"),
    Unauthorized: t("plugins.outcomes.Unauthorized"),
    InvalidConfig: t("plugins.outcomes.InvalidConfig"),
    NotFound: t("plugins.outcomes.NotFound"),
    Rejected: t("plugins.outcomes.Rejected"),
    Conflict: t("plugins.outcomes.Conflict"),
    RateLimited: t("plugins.outcomes.RateLimited"),
    Unavailable: t("plugins.outcomes.Unavailable"),
    Unsupported: t("plugins.outcomes.Unsupported"),
    PluginInternal: t("plugins.outcomes.PluginInternal"),
    LimitCpu: t("plugins.outcomes.LimitCpu"),
    LimitMemory: t("plugins.outcomes.LimitMemory"),
    LimitResult: t("plugins.outcomes.LimitResult"),
    Timeout: t("plugins.outcomes.Timeout"),
    Trapped: t("plugins.outcomes.Trapped"),
    Busy: t("plugins.outcomes.Busy"),
    BreakerOpen: t("plugins.breaker.open"),
    SandboxInternal: t("plugins.outcomes.SandboxInternal"),
  };
  return (outcome: string) => words[outcome] ?? outcome;
}

/** The last calls of a plugin with what each took, and what it was refused with the line that would allow it. */
export function PluginActivity({ id }: { id: string }) {
  const { t } = useTranslation("developer");
  const [outcome, duration] = [useOutcome(), useDuration()];
  return (
    <Loaded of={usePluginActivity(id)}>
      {(data) => (
        <Stack>
          {data.denied.map((denial) => (
            <Stack gap={4} key={denial.text}>
              <Quiet>
                {t("plugins.denied", { count: denial.times })} <DateTime at={denial.at} />
              </Quiet>
              <Code>{denial.text}</Code>
            </Stack>
          ))}
          {data.calls.length === 0 ? (
            <Quiet>{t("plugins.noCalls")}</Quiet>
          ) : (
            <SimpleTable
              caption={t("plugins.lastCalls")}
              rows={data.calls}
              rowKey={(call) => `${call.at} ${call.function} ${call.wallMs}`}
              columns={[
                { id: "at", header: t("plugins.at"), cell: (call) => <DateTime at={call.at} /> },
                { id: "function", header: t("plugins.function"), cell: (call) => call.function },
                {
                  id: "outcome",
                  header: t("plugins.outcome"),
                  cell: (call) => (
                    <StatusBadge tone={TONES[call.outcome] ?? "critical"}>
                      {outcome(call.outcome)}
                    </StatusBadge>
                  ),
                },
                {
                  id: "wall",
                  header: t("plugins.took"),
                  align: "right",
                  cell: (call) => duration(call.wallMs),
                },
                {
                  id: "cpu",
                  header: t("plugins.cpu"),
                  align: "right",
                  cell: (call) => duration(call.cpuMs),
                },
                {
                  id: "requests",
                  header: t("plugins.requests"),
                  align: "right",
                  cell: (call) => <Figure value={call.requests} />,
                },
              ]}
            />
          )}
        </Stack>
      )}
    </Loaded>
  );
}
