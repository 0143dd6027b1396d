import { Can, RecordPage, Section, SimpleTable } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { BundleForm } from "./BundleForm";
import { allComponents, bundles } from "./bundle";
import { paths } from "./paths";
import { Removal } from "./Removal";

/** One bundle at Bigblue: what it holds, and the form to change it. */
export default function BundleDetail() {
  const { t } = useTranslation("bigblue");
  const { sku = "" } = useParams();
  return (
    <RecordPage
      of={[sku]}
      useRecord={bundles.useOne}
      breadcrumbs={[{ label: t("bundle.title"), to: paths.bundles }]}
      title={(bundle) => bundle.name || bundle.sku}
      actions={(bundle, leave) => (
        <Can permission="WRITE_CONNECTOR">
          <Removal remove={bundles.remove} sku={bundle.sku} onGone={leave} />
        </Can>
      )}
    >
      {(bundle) => (
        <>
          <Section title={t("bundle.products")}>
            <SimpleTable
              caption={t("bundle.products")}
              rows={allComponents(bundle).map((component, index) => ({ ...component, index }))}
              rowKey={(component) => component.index}
              columns={[
                { id: "sku", header: t("product.sku"), cell: ({ sku }) => sku },
                {
                  id: "quantity",
                  header: t("bundle.quantity"),
                  align: "right",
                  cell: ({ quantity }) => quantity,
                },
              ]}
            />
          </Section>
          <Can permission="WRITE_CONNECTOR">
            <BundleForm bundle={bundle} />
          </Can>
        </>
      )}
    </RecordPage>
  );
}
