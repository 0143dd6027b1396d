import { Link, useMayOpen } from "@comptoir/kit";
import { useArea } from "../../app/area";
import type { Production } from "./api";
import { productionPaths } from "./paths";

/** What a production is called; it leads to its page for those who may open it. */
export function ProductionName({ production: { id, name, project } }: { production: Production }) {
  const to = productionPaths.detail(useArea(), project.id, id);
  return useMayOpen()(to) ? <Link to={to}>{name}</Link> : name;
}
