import { Form, Page, refresh, SubmitBar, sendPlugin, toast, useForm } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ProductFields } from "./ProductFields";
import { paths } from "./paths";
import { NEW_PRODUCT, type ProductValues, toBody } from "./product";

/** The form for a product that Bigblue does not know yet. */
export default function ProductCreate() {
  const { t } = useTranslation("bigblue");
  const navigate = useNavigate();
  const form = useForm<ProductValues>({ defaultValues: NEW_PRODUCT });
  const list = t("product.title");
  const breadcrumbs = useMemo(() => [{ label: list, to: paths.products }], [list]);

  const create = async (values: ProductValues) => {
    const { sku } = await sendPlugin<{ sku: string }>("POST", "/bigblue/product", toBody(values));
    void refresh("bigblue/product");
    toast(t("product.created", { sku }));
    await navigate(paths.product(sku));
  };
  return (
    <Page title={t("product.new")} breadcrumbs={breadcrumbs} width="text">
      <Form form={form} onSubmit={create} failure={t("product.createFailed")}>
        <ProductFields isNew />
        <SubmitBar label={t("product.create")} to={paths.products} />
      </Form>
    </Page>
  );
}
