import { Banner, FormGrid, fieldsOf } from "@comptoir/kit";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { storeRecords } from "../stores/records";
import { hasCustoms, type OrderValues } from "./values";

const { CountryField, RecordField, SwitchField, TextField, useValue } = fieldsOf<OrderValues>();

/** Whose it is and what it is called. */
export function OrderFields() {
  const { t } = useTranslation("orders");
  return (
    <>
      <RecordField name="storeId" label={t("column.store")} source={storeRecords} required autoFocus />
      <TextField
        name="reference"
        label={t("column.reference")}
        description={t("create.referenceText")}
        required
        minLength={2}
        maxLength={30}
        autoComplete="off"
      />
    </>
  );
}

/** What of it is waived, and whether the company buys it: for the staff to say. */
export function TermsFields() {
  const { t } = useTranslation("orders");
  return (
    <>
      <SwitchField name="isFree" label={t("manual.free")} description={t("manual.freeText")} />
      <SwitchField
        name="isCompanyPurchase"
        label={t("manual.purchase")}
        description={t("manual.purchaseText")}
      />
    </>
  );
}

/** Whom it goes to. */
export function CustomerFields() {
  const { t } = useTranslation(["orders", "kit"]);
  const off = { autoComplete: "off" };
  return (
    <>
      <FormGrid>
        <TextField
          name="customer.firstName"
          label={t("kit:form.address.firstName")}
          required
          minLength={2}
          maxLength={38}
          {...off}
        />
        <TextField
          name="customer.lastName"
          label={t("kit:form.address.lastName")}
          required
          minLength={2}
          maxLength={38}
          {...off}
        />
      </FormGrid>
      <TextField name="customer.company" label={t("kit:form.address.company")} maxLength={38} {...off} />
      <FormGrid>
        <TextField
          name="customer.email"
          label={t("create.email")}
          type="email"
          required
          maxLength={255}
          {...off}
        />
        <TextField name="customer.phone" label={t("kit:form.address.phone")} type="tel" {...off} />
      </FormGrid>
    </>
  );
}

/** Warns of customs where there are. */
function Customs() {
  const { t } = useTranslation("orders");
  if (!hasCustoms(useValue("shippingAddress.country"))) return null;
  return (
    <Banner tone="warning" title={t("create.customs")}>
      <p>{t("create.customsText")}</p>
    </Banner>
  );
}

/** Where it goes, within its country: `children` say which. */
export function StreetFields({ children }: { children?: ReactNode }) {
  const { t } = useTranslation("kit");
  const off = { autoComplete: "off" };
  return (
    <>
      <TextField
        name="shippingAddress.address1"
        label={t("form.address.address1")}
        required
        minLength={2}
        maxLength={38}
        {...off}
      />
      <TextField name="shippingAddress.address2" label={t("form.address.address2")} maxLength={38} {...off} />
      <FormGrid>
        <TextField
          name="shippingAddress.zip"
          label={t("form.address.zip")}
          required
          maxLength={12}
          {...off}
        />
        <TextField
          name="shippingAddress.city"
          label={t("form.address.city")}
          required
          minLength={2}
          maxLength={38}
          {...off}
        />
        {children}
      </FormGrid>
    </>
  );
}

/** Where it goes. */
export function DestinationFields() {
  const { t } = useTranslation("orders");
  return (
    <>
      <StreetFields>
        <CountryField name="shippingAddress.country" label={t("column.country")} required />
      </StreetFields>
      <Customs />
    </>
  );
}
