import { address } from "@comptoir/kit";

/** What came of trying changes of prices: the last of them, and one. */
export const simulationPaths = {
  list: address("shipping/simulation"),
  detail: address("shipping/simulation/:simulationId"),
};
