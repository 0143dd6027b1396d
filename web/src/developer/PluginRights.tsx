import { Code, SimpleTable } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Right } from "./plugins";

/** What a right is about, in words. */
function useKindName() {
  const { t } = useTranslation("developer");
  const names: Record<string, string> = {
    host: t("plugins.right.host"),
    rate: t("plugins.right.rate"),
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

interface PluginRightsProps {
  caption: string;
  rights: Right[];
  /** Whether the code of its screens runs apart from the portal; null: it brings none. */
  isolated: boolean | null | undefined;
}

/** What a plugin may do or asks leave for, one line a right, and what the code of its screens means. */
export function PluginRights({ caption, rights, isolated }: PluginRightsProps) {
  const { t } = useTranslation("developer");
  const kindName = useKindName();
  const script = isolated ? t("plugins.isolated") : t("plugins.trusted");
  return (
    <SimpleTable
      caption={caption}
      rows={rights}
      rowKey={(right) => `${right.kind} ${right.what}`}
      columns={[
        { id: "kind", header: t("plugins.rightKind"), cell: (right) => kindName(right.kind) },
        {
          id: "what",
          header: t("plugins.rightWhat"),
          cell: (right) =>
            right.kind === "script" && typeof isolated === "boolean" ? script : <Code>{right.what}</Code>,
        },
      ]}
    />
  );
}
