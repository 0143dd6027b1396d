import { Form, FormSection, Page, SubmitBar, toast, useForm, useUser } from "@comptoir/kit";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useArea } from "../app/area";
import { ArticlesField } from "./ArticlesField";
import { createOrder } from "./api";
import { CustomerFields, DestinationFields, OrderFields, TermsFields } from "./OrderFields";
import { OrderSummary } from "./OrderSummary";
import { orderPaths } from "./paths";
import { useCheck } from "./useCheck";
import { type KnownArticles, NEW_ORDER, type OrderValues, toInput } from "./values";

/** The form for an order to be shipped from a store's stock. */
export default function CreateOrder() {
  const { t } = useTranslation("orders");
  const area = useArea();
  const navigate = useNavigate();
  const isAdmin = useUser().role === "admin";
  const check = useCheck();
  const [known] = useState<KnownArticles>(() => new Map());
  const form = useForm<OrderValues>({ defaultValues: NEW_ORDER });
  const values = form.watch();
  const { storeId } = values;
  const { setValue } = form;
  // Another store has other articles and ships in other ways.
  useEffect(() => {
    if (storeId !== null) known.clear();
    setValue("products", NEW_ORDER.products);
    setValue("carrierId", null);
  }, [storeId, known, setValue]);
  const price = useCallback(
    (index: number, unit: string) => setValue(`products.${index}.price.unit`, unit),
    [setValue],
  );
  const list = t("list.title");
  const breadcrumbs = useMemo(() => [{ label: list, to: orderPaths.list(area) }], [list, area]);

  const create = async (sent: OrderValues) => {
    check(sent);
    const { id, reference } = await createOrder(toInput(sent, known));
    toast(t("create.done", { reference }));
    await navigate(orderPaths.detail(area, id));
  };
  return (
    <Page title={t("create.title")} breadcrumbs={breadcrumbs} width="text">
      <Form form={form} onSubmit={create} failure={t("create.failed")}>
        <FormSection title={t("detail.order")} description={t("section.orderText")}>
          <OrderFields storeId={storeId} />
        </FormSection>
        {isAdmin && (
          <FormSection title={t("section.terms")} description={t("section.termsText")}>
            <TermsFields />
          </FormSection>
        )}
        <FormSection title={t("detail.items")} description={t("section.articlesText")}>
          <ArticlesField values={values} known={known} price={price} />
        </FormSection>
        <FormSection title={t("detail.customer")} description={t("section.customerText")}>
          <CustomerFields />
        </FormSection>
        <FormSection title={t("detail.shippingAddress")} description={t("section.addressText")}>
          <DestinationFields country={values.shippingAddress.country} />
        </FormSection>
        <FormSection title={t("amount.total")} description={t("section.totalText")}>
          <OrderSummary values={values} />
        </FormSection>
        <SubmitBar label={t("create.action")} to={orderPaths.list(area)} />
      </Form>
    </Page>
  );
}
