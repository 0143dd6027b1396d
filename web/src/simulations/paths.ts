import { address } from "@comptoir/kit";

/** What came of trying a change of prices. */
export const simulationPaths = {
  detail: address("shipping/simulation/:simulationId"),
};
