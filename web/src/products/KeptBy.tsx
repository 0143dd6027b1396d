import { Banner, usePluginName } from "@comptoir/kit";
import { useTranslation } from "react-i18next";

/** Who keeps a product or a bundle that was not made here, and so where it is changed. */
export function KeptBy({ of, provider }: { of: "bundles" | "products"; provider: string }) {
  const { t } = useTranslation(of);
  const name = usePluginName()(provider);
  return (
    <Banner tone="info" title={t("kept.title", { name })}>
      {t("kept.text", { name })}
    </Banner>
  );
}
