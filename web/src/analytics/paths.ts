import { address } from "@comptoir/kit";

/** The screens of reports. */
export const analyticsPaths = {
  report: address("analytic/report"),
  audit: address("analytic/audit"),
};
