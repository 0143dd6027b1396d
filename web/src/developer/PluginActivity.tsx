import {
  Code,
  DateTime,
  ErrorView,
  Figure,
  Quiet,
  SimpleTable,
  SkeletonLines,
  Stack,
  StatusBadge,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { usePluginActivity } from "./plugins";

/** The last calls of a plugin with what each took, and what it was refused with the line that would allow it. */
export function PluginActivity({ id }: { id: string }) {
  const { t } = useTranslation("developer");
  const { data, error, mutate } = usePluginActivity(id);
  if (error) return <ErrorView error={error} retry={() => void mutate()} level={2} />;
  if (!data) return <SkeletonLines lines={4} />;
  return (
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
                <StatusBadge tone={call.outcome === "Ok" ? "success" : "critical"}>
                  {call.outcome}
                </StatusBadge>
              ),
            },
            {
              id: "wall",
              header: t("plugins.wall"),
              align: "right",
              cell: (call) => <Figure value={Math.round(call.wallMs)} />,
            },
            {
              id: "cpu",
              header: t("plugins.cpu"),
              align: "right",
              cell: (call) => <Figure value={Math.round(call.cpuMs)} />,
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
  );
}
