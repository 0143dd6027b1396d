import { Banner, usePluginName } from "@comptoir/kit";
import { useTranslation } from "react-i18next";

/** Where a bundle that is not a store's own is changed. */
export function KeptBy({ provider }: { provider: string }) {
  const { t } = useTranslation("bundles");
  const name = usePluginName()(provider);
  return (
    <Banner tone="info" title={t("kept.title", { name })}>
      {t("kept.text", { name })}
    </Banner>
  );
}
