import { act, Banner, Button, Dialog, Form, Row, Stack, toast, useForm, useFormats } from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { correctAddress, type Order, type OrderRecipient, pushOrder } from "./api";
import { CustomerFields, StreetFields } from "./OrderFields";

interface CorrectionProps {
  order: Order;
  /** It is handed over again once it is right. */
  sendsAgain: boolean;
}

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
    country: to.countryCode,
  },
});

function CorrectionForm({ order, sendsAgain, onClose }: CorrectionProps & { onClose: () => void }) {
  const { t } = useTranslation(["orders", "kit"]);
  const { country } = useFormats();
  const form = useForm<OrderRecipient>({ defaultValues: recipientOf(order) });
  const save = async (recipient: OrderRecipient) => {
    await correctAddress(order, recipient);
    onClose();
    if (!sendsAgain) return toast(t("correct.done"));
    const sent = { run: () => pushOrder(order.id), done: t("correct.sent"), failed: t("push.failed") };
    await act(sent);
  };
  return (
    <Form form={form} onSubmit={save} failure={t("correct.failed")}>
      <Stack>
        <CustomerFields />
        <StreetFields />
        <Banner
          tone="info"
          title={t("correct.country", { country: country(order.shippingAddress.countryCode) })}
        >
          <p>{t("correct.countryText")}</p>
        </Banner>
        <Row justify="end">
          <Button onClick={onClose}>{t("kit:cancel")}</Button>
          <Button kind="primary" type="submit" busy={form.formState.isSubmitting}>
            {sendsAgain ? t("correct.send") : t("kit:form.save")}
          </Button>
        </Row>
      </Stack>
    </Form>
  );
}

/** Puts right whom an order goes to and where, before the provider has it. */
export function CorrectAddress({ order, sendsAgain }: CorrectionProps) {
  const { t } = useTranslation("orders");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button kind="primary" icon="edit" onClick={() => setOpen(true)}>
        {t("correct.action")}
      </Button>
      <Dialog title={t("correct.title")} open={open} onClose={() => setOpen(false)} wide>
        <CorrectionForm order={order} sendsAgain={sendsAgain} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}
