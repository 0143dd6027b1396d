import kit from "@comptoir/kit/locales/en.json";
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

export default {
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
