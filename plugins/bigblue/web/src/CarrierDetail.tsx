import { CarrierDetail } from "@comptoir/kit";
import { SHIPPING } from "./shipping";

/** One of Bigblue's carriers. */
export default () => <CarrierDetail place={SHIPPING} />;
