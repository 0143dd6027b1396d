import { Section, Stack } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Order } from "./api";
import classes from "./OrderCustomer.module.css";

/** Whom to reach about the order: one press writes or calls. */
export function OrderCustomer({ order }: { order: Order }) {
  const { t } = useTranslation("orders");
  const { name, email, phone } = order.contact;
  return (
    <Section title={t("detail.customer")}>
      <Stack gap={2}>
        <span>{name || order.customerName}</span>
        {email ? (
          <a className={classes.link} href={`mailto:${email}`}>
            {email}
          </a>
        ) : (
          <span>{t("detail.noEmail")}</span>
        )}
        {phone && (
          <a className={classes.link} href={`tel:${phone.replace(/[^+\d]/g, "")}`}>
            {phone}
          </a>
        )}
      </Stack>
    </Section>
  );
}
