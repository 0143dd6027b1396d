import { CarrierCreate } from "@comptoir/kit";
import { SHIPPING } from "./shipping";

/** The form of a new carrier of Cubyn's. */
export default () => <CarrierCreate place={SHIPPING} />;
