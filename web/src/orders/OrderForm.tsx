import { CreatePage, type FormOf, FormSection, NewForm, useIsStaff, useOnChange } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { ArticlesField } from "./ArticlesField";
import { createOrder } from "./api";
import { CarrierField } from "./CarrierField";
import { CustomerFields, DestinationFields, OrderFields, TermsFields } from "./OrderFields";
import { OrderSummary } from "./OrderSummary";
import { orderPaths } from "./paths";
import { RunningTotal } from "./RunningTotal";
import { useCheck, useMoved } from "./useCheck";
import { NEW_ORDER, type OrderValues, toInput } from "./values";

function Fields({ form }: { form: FormOf<OrderValues> }) {
  const { t } = useTranslation("orders");
  const isStaff = useIsStaff();
  // Another store has other articles and ships in other ways.
  useOnChange(form, "storeId", () => {
    form.setValue("products", NEW_ORDER.products);
    form.setValue("carrierId", null);
  });
  return (
    <>
      <FormSection title={t("detail.order")} description={t("section.orderText")}>
        <OrderFields />
      </FormSection>
      {isStaff && (
        <FormSection title={t("section.terms")} description={t("section.termsText")}>
          <TermsFields />
        </FormSection>
      )}
      <FormSection title={t("detail.items")} description={t("section.articlesText")}>
        <ArticlesField form={form} />
      </FormSection>
      <FormSection title={t("detail.customer")} description={t("section.customerText")}>
        <CustomerFields />
      </FormSection>
      <FormSection title={t("detail.shippingAddress")} description={t("section.addressText")}>
        <DestinationFields />
      </FormSection>
      <FormSection title={t("amount.shipping")} description={t("section.shippingText")}>
        <CarrierField form={form} />
      </FormSection>
      <FormSection title={t("amount.total")} description={t("section.totalText")}>
        <OrderSummary />
      </FormSection>
    </>
  );
}

/** The form for an order to be shipped from a store's stock. */
export default function OrderForm() {
  const { t } = useTranslation("orders");
  const area = useArea();
  const check = useCheck();
  const moved = useMoved();
  const create = async (values: OrderValues) => {
    check(values);
    return createOrder(toInput(values)).catch(async (reason) => {
      throw await moved(values, reason);
    });
  };
  return (
    <CreatePage
      title={t("create.title")}
      breadcrumbs={[{ label: t("list.title"), to: orderPaths.list(area) }]}
    >
      <NewForm
        initial={NEW_ORDER}
        create={create}
        label={t("create.action")}
        done={({ reference }) => t("create.done", { reference })}
        failure={t("create.failed")}
        to={({ id }) => orderPaths.detail(area, id)}
        foot={<RunningTotal />}
      >
        {(form) => <Fields form={form} />}
      </NewForm>
    </CreatePage>
  );
}
