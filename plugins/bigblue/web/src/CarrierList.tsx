import { CarrierList } from "@comptoir/kit";
import { SHIPPING } from "./shipping";

/** Bigblue's carriers. */
export default () => <CarrierList place={SHIPPING} />;
