import { Code, SimpleTable } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Right } from "./plugins";

/** What a right is about, in words. */
function useKindName() {
  const { t } = useTranslation("developer");
  const names: Record<string, string> = {
    host: t("plugins.right.host"),
    request: t("plugins.right.request"),
    credential: t("plugins.right.credential"),
    role: t("plugins.right.role"),
    route: t("plugins.right.route"),
    script: t("plugins.right.script"),
    screen: t("plugins.right.screen"),
    column: t("plugins.right.column"),
    link: t("plugins.right.link"),
    action: t("plugins.right.action"),
    webhook: t("plugins.right.webhook"),
    task: t("plugins.right.task"),
    schedule: t("plugins.right.schedule"),
  };
  return (kind: string) => names[kind] ?? kind;
}

/** What a plugin may do or asks leave for, one line a right. */
export function PluginRights({ caption, rights }: { caption: string; rights: Right[] }) {
  const { t } = useTranslation("developer");
  const kindName = useKindName();
  return (
    <SimpleTable
      caption={caption}
      rows={rights}
      rowKey={(right) => `${right.kind} ${right.what}`}
      columns={[
        { id: "kind", header: t("plugins.rightKind"), cell: (right) => kindName(right.kind) },
        { id: "what", header: t("plugins.rightWhat"), cell: (right) => <Code>{right.what}</Code> },
      ]}
    />
  );
}
