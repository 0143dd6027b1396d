import { Link, NONE, Row, useMayOpen } from "@comptoir/kit";
import { useArea } from "../app/area";
import { organizationPaths } from "../organizations/paths";

/** Whose a store is: links for staff who may follow them. */
export function Organizations({ of }: { of: { id: string; name: string }[] }) {
  const area = useArea();
  const isLinked = useMayOpen()(organizationPaths.list(area));
  if (of.length === 0) return NONE;
  return (
    <Row gap={8}>
      {of.map(({ id, name }) =>
        isLinked ? (
          <Link key={id} to={organizationPaths.detail(area, id)}>
            {name}
          </Link>
        ) : (
          <span key={id}>{name}</span>
        ),
      )}
    </Row>
  );
}
