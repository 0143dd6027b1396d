import { CarrierDetail } from "@comptoir/kit";
import { SHIPPING } from "./shipping";

/** One of Cubyn's carriers. */
export default () => <CarrierDetail place={SHIPPING} />;
