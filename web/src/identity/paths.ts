import { address } from "@comptoir/kit";

export const profilePath = address("profile");
