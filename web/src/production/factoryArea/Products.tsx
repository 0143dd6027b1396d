import {
  ActionMenu,
  Banner,
  cursorOf,
  Link,
  Loaded,
  Quiet,
  Row,
  Section,
  Stack,
  useFormats,
  useWasSeen,
} from "@comptoir/kit";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { useLabels } from "../labels/useLabels";
import { type ProjectProductRow, projectProducts } from "../products/api";
import { ProductStatus } from "../products/ProductStatus";
import { projectProductPaths } from "../products/paths";
import { Swatch } from "../products/Swatch";
import { useFabricText } from "../products/useFabricText";
import classes from "./factoryArea.module.css";

/** As many as one file with labels is of. */
const MOST = 100;

/** How many pieces of each size, fetched once the card is near: "S 83 · M 167". */
function Sizes({ id }: { id: string }) {
  const { number } = useFormats();
  const place = useRef<HTMLDivElement>(null);
  const wasSeen = useWasSeen(place, "200px");
  const { data } = projectProducts.useOne(wasSeen ? id : null);
  return (
    <div ref={place} className={classes.sizes}>
      {data?.variants.map(({ name, units }) => `${name} ${number(units)}`).join(" · ")}
    </div>
  );
}

function Card({ projectId, product }: { projectId: string; product: ProjectProductRow }) {
  const { t } = useTranslation("projectProducts");
  const { number } = useFormats();
  const fabricText = useFabricText();
  const to = projectProductPaths.detail(useArea(), projectId, product.id);
  const { id, name, color, fabric, pieces, tags } = product;
  return (
    <li className={classes.card}>
      <Row justify="between">
        <strong>
          <Link to={to}>{name}</Link>
        </strong>
        <ProductStatus product={product} />
      </Row>
      <span>
        <Swatch color={color} />
        {[color ?? t("list.noColor"), ...(fabric ? [fabricText(fabric)] : [])].join(" · ")}
      </span>
      {tags.length > 0 && <Quiet>{tags.map(({ displayName }) => displayName).join(" · ")}</Quiet>}
      <span>{t("variant.pieces", { count: pieces, number: number(pieces) })}</span>
      <Sizes id={id} />
    </li>
  );
}

/** The labels of all that is shown. */
function Labels({ ids }: { ids: string[] }) {
  const { t } = useTranslation("factoryArea");
  const { actions, dialog } = useLabels(ids);
  return (
    <>
      <ActionMenu icon="print" label={t("products.labels")} actions={actions} />
      {dialog}
    </>
  );
}

/** What a project has made: what each is, how many of which size, the way to its files, and the labels of all. */
export function Products({ projectId }: { projectId: string }) {
  const { t } = useTranslation("factoryArea");
  const filters = [{ field: "projectId", values: [projectId] }];
  const orderBy = [{ field: "name", direction: "asc" } as const];
  const listed = projectProducts.useList(cursorOf({ take: MOST, orderBy, filters }));
  const ids = listed.page?.rows.map(({ id }) => id) ?? [];
  return (
    <Section title={t("products.title")} action={ids.length > 0 && <Labels ids={ids} />}>
      <Loaded of={listed} lines={8}>
        {({ rows, meta }) =>
          rows.length === 0 ? (
            <Quiet>{t("products.none")}</Quiet>
          ) : (
            <Stack>
              {meta.next && <Banner tone="warning" title={t("products.more", { count: MOST })} />}
              <ul className={classes.cards} aria-label={t("products.title")}>
                {rows.map((product) => (
                  <Card key={product.id} projectId={projectId} product={product} />
                ))}
              </ul>
            </Stack>
          )
        }
      </Loaded>
    </Section>
  );
}
