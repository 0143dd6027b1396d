import kit from "@comptoir/kit/locales/fr.json";
import identity from "./identity.json";
import shell from "./shell.json";

/** What is said before anybody is signed in. */
export default { kit, identity, shell };
