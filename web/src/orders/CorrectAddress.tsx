import { Banner, DialogBar, Form, fieldsOf, Stack, useForm, useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { correctAddress, type Order, type OrderRecipient, orders } from "./api";
import type { CorrectionProps } from "./CorrectOrder";
import { CustomerFields, StreetFields } from "./OrderFields";
import { useCorrected } from "./useCorrected";

const { TextField } = fieldsOf<OrderRecipient>();

/** Where a parcel is not found without it. */
const REGIONS = new Set(["AU", "BR", "CA", "CN", "ES", "IN", "IT", "JP", "MX", "US"]);

const recipientOf = ({ contact, shippingAddress: to }: Order): OrderRecipient => ({
  customer: {
    firstName: to.firstName,
    lastName: to.lastName,
    company: to.company,
    email: contact.email,
    phone: contact.phone,
  },
  shippingAddress: {
    address1: to.address1,
    address2: to.address2,
    zip: to.zip,
    city: to.city,
    state: to.state,
    country: to.countryCode,
  },
});

/** Puts right to whom an order goes and where. */
export default function CorrectAddress({ order, sendsAgain, onClose }: CorrectionProps) {
  const { t } = useTranslation(["orders", "kit"]);
  const { country } = useFormats();
  const form = useForm<OrderRecipient>({ defaultValues: recipientOf(order) });
  const corrected = useCorrected(order, sendsAgain);
  const { state, countryCode } = order.shippingAddress;
  const save = async (recipient: OrderRecipient) => {
    await correctAddress(order, recipient);
    onClose();
    await corrected(t("correct.done"), t("correct.sent"));
  };
  return (
    <Form form={form} onSubmit={save} failure={t("correct.failed")} onReload={() => orders.read(order.id)}>
      <Stack>
        <CustomerFields />
        <StreetFields>
          {(state || REGIONS.has(countryCode)) && (
            <TextField
              name="shippingAddress.state"
              label={t("correct.region")}
              maxLength={38}
              autoComplete="off"
            />
          )}
        </StreetFields>
        <Banner tone="info" title={t("correct.country", { country: country(countryCode) })}>
          <p>{t("correct.countryText")}</p>
        </Banner>
        <DialogBar label={sendsAgain ? t("correct.send") : t("kit:form.save")} onClose={onClose} />
      </Stack>
    </Form>
  );
}
