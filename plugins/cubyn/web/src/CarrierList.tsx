import { CarrierList } from "@comptoir/kit";
import { SHIPPING } from "./shipping";

/** Cubyn's carriers. */
export default () => <CarrierList place={SHIPPING} />;
