import { Empty, useUser } from "@comptoir/kit";
import { useTranslation } from "react-i18next";

/** What somebody finds at home who may not open any screen yet. */
export function NoScreens() {
  const { t } = useTranslation("shell");
  const { displayName } = useUser();
  return (
    <Empty icon="home" title={t("nothing.title", { name: displayName })}>
      {t("nothing.text")}
    </Empty>
  );
}
