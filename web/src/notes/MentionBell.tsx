import { Activity, Fetching, SkeletonLines, useGet } from "@comptoir/kit";
import { lazy } from "react";
import { useTranslation } from "react-i18next";

const MentionList = lazy(() => import("./MentionList"));

/** How many notes mention who is signed in that they have not seen, and on demand which. */
export default function MentionBell() {
  const { t } = useTranslation("shell");
  const mentions = useGet("/logs/mentions", {});
  const count = mentions.data?.filter(({ seen }) => !seen).length ?? 0;
  return (
    <Activity title={t("mentions.title")} label={t("mentions.new", { count })} icon="bell" count={count}>
      {(close) => (
        <Fetching of={MentionList} fallback={<SkeletonLines lines={8} />}>
          <MentionList of={mentions} onFollow={close} />
        </Fetching>
      )}
    </Activity>
  );
}
