import history from "@comptoir/kit/locales/history.fr.json";
import parts from "@comptoir/kit/locales/parts.fr.json";
import bundles from "./bundles.json";
import charts from "./charts.json";
import developer from "./developer.json";
import downloads from "./downloads.json";
import first from "./first";
import home from "./home.json";
import inbound from "./inbound.json";
import jobs from "./jobs.json";
import orders from "./orders.json";
import organizations from "./organizations.json";
import plugins from "./plugins.json";
import products from "./products.json";
import stores from "./stores.json";
import tickets from "./tickets.json";
import users from "./users.json";

const messages = {
  ...first,
  bundles,
  charts,
  developer,
  downloads,
  history,
  home,
  inbound,
  jobs,
  orders,
  organizations,
  parts,
  plugins,
  products,
  stores,
  tickets,
  users,
};
export default messages;

/** The shape of every language's messages: a key that is missing here does not compile. */
export type Messages = typeof messages;
