import { address } from "@comptoir/kit";

export const jobsPath = address("developer/job");
