import { Button, Code, Empty, Page, type Schemas } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { PluginError } from "./loadPlugin";

interface FailedProps {
  plugin: Schemas["Plugin"];
  error: Error;
  retry: () => void;
}

/** In the place of a plugin's screen that cannot be shown. */
export function Failed({ plugin, error, retry }: FailedProps) {
  const { t } = useTranslation("shell");
  const texts = {
    kit: t("plugin.kit"),
    timeout: t("plugin.timeout"),
    failed: t("plugin.failed"),
    threw: t("plugin.threw"),
  };
  const reason = error instanceof PluginError ? error.reason : "threw";
  return (
    <Page title={plugin.name}>
      <div role="alert">
        <Empty
          icon="integrations"
          title={t("plugin.title", { name: plugin.name })}
          action={<Button onClick={retry}>{t("plugin.retry")}</Button>}
        >
          <p>{texts[reason]}</p>
          <Code>{error.message}</Code>
        </Empty>
      </div>
    </Page>
  );
}
