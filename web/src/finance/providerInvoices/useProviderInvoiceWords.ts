import type { StatusLook } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ParcelException, Proposal, Step } from "./api";

/** What the steps are called, by code. */
export function useStepNames(): Record<Step, string> {
  const { t } = useTranslation("providerInvoices");
  return useMemo(
    () => ({
      ORDER_MAPPING: t("step.ORDER_MAPPING"),
      PRODUCT_MAPPING: t("step.PRODUCT_MAPPING"),
      SHIPPING_FEE_CONTROL: t("step.SHIPPING_FEE_CONTROL"),
      SHIPPING_EXCEPTIONS_FEE_CONTROL: t("step.SHIPPING_EXCEPTIONS_FEE_CONTROL"),
      OTHER_SERVICES: t("step.OTHER_SERVICES"),
      SUMMARY: t("step.SUMMARY"),
      VALIDATED: t("step.VALIDATED"),
    }),
    [t],
  );
}

/** Why a person has to look at a parcel, and how that looks. */
export function useExceptions(): Record<ParcelException, StatusLook> {
  const { t } = useTranslation("providerInvoices");
  return useMemo(
    () => ({
      NO_TARIFF: { label: t("exception.NO_TARIFF"), tone: "critical" },
      EXTRA_FEE: { label: t("exception.EXTRA_FEE"), tone: "warning" },
      AGREED_PRICE: { label: t("exception.AGREED_PRICE"), tone: "info" },
      FOREIGN_CURRENCY: { label: t("exception.FOREIGN_CURRENCY"), tone: "attention" },
      UNKNOWN_WEIGHT: { label: t("exception.UNKNOWN_WEIGHT"), tone: "attention" },
    }),
    [t],
  );
}

/** Why a store is proposed. */
export function useProposalReasons(): Record<Proposal["reason"], string> {
  const { t } = useTranslation("providerInvoices");
  return useMemo(
    () => ({
      REFERENCE: t("reason.REFERENCE"),
      OTHER_ID: t("reason.OTHER_ID"),
      KNOWN_SKU: t("reason.KNOWN_SKU"),
      SKU_PREFIX: t("reason.SKU_PREFIX"),
      ORDER_PREFIX: t("reason.ORDER_PREFIX"),
    }),
    [t],
  );
}
