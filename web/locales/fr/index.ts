import kit from "@comptoir/kit/locales/fr.json";
import developer from "./developer.json";
import downloads from "./downloads.json";
import history from "./history.json";
import home from "./home.json";
import identity from "./identity.json";
import jobs from "./jobs.json";
import orders from "./orders.json";
import organizations from "./organizations.json";
import phonographic from "./phonographic.json";
import shell from "./shell.json";
import stores from "./stores.json";
import users from "./users.json";

const messages = {
  kit,
  developer,
  downloads,
  history,
  home,
  identity,
  jobs,
  orders,
  organizations,
  phonographic,
  shell,
  stores,
  users,
};
export default messages;

/** The shape of every language's messages: a key that is missing here does not compile. */
export type Messages = typeof messages;
