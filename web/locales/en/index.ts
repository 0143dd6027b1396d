import kit from "@comptoir/kit/locales/en.json";
import developer from "./developer.json";
import home from "./home.json";
import identity from "./identity.json";
import jobs from "./jobs.json";
import orders from "./orders.json";
import shell from "./shell.json";

export default { kit, developer, home, identity, jobs, orders, shell };
