import { type Column, columnsOf } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { allComponents, type Bundle } from "./bundle";

const { text, copy, number } = columnsOf<Bundle>();

/** The columns of the list of bundles. */
export function useBundleColumns(): Column<Bundle>[] {
  const { t } = useTranslation("bigblue");
  return useMemo(
    () => [
      copy("sku", t("product.sku"), { card: "fact" }),
      text("name", t("product.name"), { card: "title" }),
      text("options", t("form.options"), {
        of: ({ options }) => options.map((option) => t("form.optionIs", { ...option })).join(", "),
      }),
      text("variants", t("bundle.variants"), {
        of: ({ components }) => components.variants.map(({ title }) => title).join(", "),
        card: "fact",
      }),
      number("components", t("bundle.products"), {
        of: (bundle) => allComponents(bundle).length,
        card: "mark",
      }),
    ],
    [t],
  );
}
