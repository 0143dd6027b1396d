import type { NotificationData } from "@mantine/notifications";
import i18next from "i18next";
import { createElement } from "react";
import { toApiError } from "../api/error";
import { type Offer, OfferToast } from "./OfferToast";
import { useToasts } from "./ToastHost";

async function show(data: NotificationData) {
  useToasts.setState({ wanted: true });
  const { notifications } = await import("@mantine/notifications");
  const closeButtonProps = { "aria-label": i18next.getFixedT(null, "kit")("close") };
  const id = notifications.show({ withBorder: true, closeButtonProps, ...data });
  return () => void notifications.hide(id);
}

/** Says in passing that something was done. */
export function toast(message: string, title?: string) {
  void show({ message, title, color: "green", role: "status" });
}

/** Says in passing that something was not done, and why; stays until read. */
export function toastError(message: string, title?: string) {
  void show({ message, title, color: "red", autoClose: 12_000, role: "alert" });
}

/** Refusals whose own words tell what one may do about them: "This is the last owner: name another one first." */
const EXPLAINED = new Set([
  "ForbiddenEscalationException",
  "ForbiddenResourceException",
  "ForbiddenSignInAgeException",
]);

/** The one place where a refused or failed change is told; `what` says what did not happen. */
export function toastFailure(what: string, reason: unknown) {
  const error = toApiError(reason);
  const t = i18next.getFixedT(null, "kit");
  const why = {
    forbidden: (EXPLAINED.has(error.name) && error.message) || t("error.forbidden.title"),
    notFound: t("error.notFound.title"),
    offline: t("error.offline.text"),
    provider: error.message || t("error.provider.title"),
    // The fields' own words say enough.
    unknown: error.message || (error.fields.length === 0 && t("error.unknown.text")),
  }[error.kind];
  const fields = error.fields.map((field) => `${field.field}: ${field.message}`);
  const request = error.requestId && `${t("error.request")} ${error.requestId}`;
  toastError([why, ...fields, request].filter(Boolean).join(" · "), what);
}

/**
 * Says that something was done and offers what follows from it, for ten seconds; longer while it is pointed at or focused.
 * The offer is taken once.
 */
export function toastOffer(message: string, offer: Offer) {
  const onAct = async () => {
    (await shown)();
    offer.onAct();
  };
  const shown = show({
    message: createElement(OfferToast, { message, offer: { ...offer, onAct: () => void onAct() } }),
    color: "green",
    autoClose: 10_000,
    role: "status",
  });
}

/**
 * Says that something was done and offers to take it back.
 *
 * @param what what did not happen when taking back fails: "The order was not restored"
 */
export function toastUndo(message: string, undo: () => Promise<void>, what: string) {
  const onAct = () => void undo().catch((reason) => toastFailure(what, reason));
  toastOffer(message, { label: i18next.getFixedT(null, "kit")("undo"), icon: "returned", onAct });
}
