import { Link, useMayOpen } from "@comptoir/kit";
import { useArea } from "../app/area";
import { storePaths } from "./paths";

/** A store's name, which leads to it for those who may go. */
export function StoreLink({ store: { id, name } }: { store: { id: string; name: string } }) {
  const area = useArea();
  const to = storePaths.detail(area, id);
  return useMayOpen()(to) ? <Link to={to}>{name}</Link> : name;
}
