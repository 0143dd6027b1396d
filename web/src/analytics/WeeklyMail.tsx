import { Button, Loaded, Quiet, Section, Stack, useAct } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { setWeeklyMail, useWeeklyMail } from "./api";

function Choice({ isWanted }: { isWanted: boolean }) {
  const { t } = useTranslation("analytics");
  const [change, busy] = useAct(() => ({
    run: () => setWeeklyMail(!isWanted),
    failed: t("weekly.failed"),
    done: isWanted ? t("weekly.stopped") : t("weekly.started"),
  }));
  return (
    <Stack gap={12}>
      <Quiet>{isWanted ? t("weekly.wanted") : t("weekly.text")}</Quiet>
      <div>
        <Button busy={busy} onClick={() => void change()}>
          {isWanted ? t("weekly.stop") : t("weekly.start")}
        </Button>
      </div>
    </Stack>
  );
}

/** Whether one gets the figures of one's stores each Monday. */
export default function WeeklyMail() {
  const { t } = useTranslation("analytics");
  return (
    <Section title={t("weekly.title")}>
      <Loaded of={useWeeklyMail()} lines={2}>
        {({ isWanted }) => <Choice isWanted={isWanted} />}
      </Loaded>
    </Section>
  );
}
