import { Loaded, Section } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { Inbound, Sales } from "../products/Around";
import { type Bundle, useSurroundings } from "./api";
import { bundlePaths } from "./paths";

/** What goes on around a bundle: what of its components is on its way, where it sells. */
export function BundleAround({ bundle: { id } }: { bundle: Bundle }) {
  const { t } = useTranslation(["bundles", "products"]);
  const area = useArea();
  return (
    <Loaded of={useSurroundings(id)} lines={4}>
      {({ inbound, sales }) => (
        <>
          {inbound && (
            <Section title={t("products:around.inbound.title")}>
              <Inbound arrivals={inbound} none={t("around.noInbound")} />
            </Section>
          )}
          <Section title={t("products:around.sales.title")}>
            <Sales
              sales={sales}
              toOther={({ bundleId }) => (bundleId === id ? null : bundlePaths.detail(area, bundleId))}
            />
          </Section>
        </>
      )}
    </Loaded>
  );
}
