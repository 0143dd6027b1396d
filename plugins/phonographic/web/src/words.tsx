import { type Formats, type Tone, useFormats } from "@comptoir/kit";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Basis, Reason, State } from "./api";

/** Layouts, states and bases in words. */
export function useWords() {
  const { t } = useTranslation("phonographic");
  const formats = useFormats();
  return useMemo(() => words(t, formats), [t, formats]);
}

function words(t: TFunction<"phonographic">, { country, date }: Formats) {
  const layouts: Record<string, string> = {
    generic: t("integration.layout.generic"),
    "fr-occ": t("integration.layout.frOcc"),
    "uk-occ": t("integration.layout.ukOcc"),
    gfk: t("integration.layout.gfk"),
    "luminate-i3": t("integration.layout.luminateI3"),
    "luminate-m3": t("integration.layout.luminateM3"),
    "luminate-pipe": t("integration.layout.luminatePipe"),
    aria: t("integration.layout.aria"),
  };
  const states: Record<State, string> = {
    PENDING: t("integration.state.pending"),
    BUILT: t("integration.state.built"),
    EMPTY: t("integration.state.empty"),
    SENT: t("integration.state.sent"),
    FAILED: t("integration.state.failed"),
    WITHDRAWN: t("integration.state.withdrawn"),
  };
  const reasons: Record<Reason, string> = {
    COUNTED: t("integration.reason.counted"),
    REPORTED: t("integration.reason.reported"),
    CANCELLED: t("integration.reason.cancelled"),
    SEEDING: t("integration.reason.seeding"),
    FREE: t("integration.reason.free"),
    UNDECLARED: t("integration.reason.undeclared"),
    NOT_REPORTABLE: t("integration.reason.notReportable"),
    NOT_SHIPPED: t("integration.reason.notShipped"),
    OTHER_DAYS: t("integration.reason.otherDays"),
    OTHER_COUNTRY: t("integration.reason.otherCountry"),
    LATE: t("integration.reason.late"),
    RULES: t("integration.reason.rules"),
    EXPECTED: t("integration.reason.expected"),
  };
  const bases: Record<Basis, string> = {
    shipped: t("integration.basis.shipped"),
    sold: t("integration.basis.sold"),
  };
  return {
    layout: (name: string) => layouts[name] ?? name,
    territory: (code: string) => (code ? country(code) : t("integration.everywhere")),
    state: (state: State) => states[state],
    basis: (basis: Basis) => bases[basis],
    reason: (reason: Reason) => reasons[reason],
    /** One day, or from one to another. */
    days: (first: string, last: string) => (first === last ? date(first) : `${date(first)} – ${date(last)}`),
  };
}

export const TONES: Record<State, Tone> = {
  PENDING: "info",
  BUILT: "attention",
  EMPTY: "new",
  SENT: "success",
  FAILED: "critical",
  WITHDRAWN: "new",
};
