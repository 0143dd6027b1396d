import kit from "@comptoir/kit/locales/fr.json";
import developer from "./developer.json";
import home from "./home.json";
import identity from "./identity.json";
import jobs from "./jobs.json";
import orders from "./orders.json";
import shell from "./shell.json";

const messages = { kit, developer, home, identity, jobs, orders, shell };
export default messages;

/** The shape of every language's messages: a key that is missing here does not compile. */
export type Messages = typeof messages;
