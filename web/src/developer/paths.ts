import { address } from "@comptoir/kit";

/** The screens of operators. */
export const developerPaths = {
  home: address("developer"),
  plugins: address("developer/plugin"),
  events: address("developer/event"),
};
