import { Facts, Figure, Link, NONE, Notes, RecordPage, Row, Section, useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { type Production, productions } from "../productions/api";
import { ProductionStatus } from "../productions/ProductionStatus";
import { productionPaths } from "../productions/paths";
import { useMoving } from "../productions/useMoving";
import { projectProductPaths } from "../products/paths";
import { useProjectCrumbs } from "../projects/useProjectCrumbs";
import { Moves, WaitingStatus } from "./Moves";
import { useMove } from "./useSending";

/** Where it may go from where it is, or is seen to be. */
function Actions({ production }: { production: Production }) {
  const { shown, move } = useMoving([production], useMove());
  return <Moves production={shown[0] ?? production} move={move} isPrimary />;
}

function View({ production: { project, product, quantity, dueAt } }: { production: Production }) {
  const { t } = useTranslation("productions");
  const { date } = useFormats();
  const area = useArea();
  return (
    <Section title={t("section.production")}>
      <Facts
        facts={[
          {
            label: t("field.product"),
            value: product ? (
              <Link to={projectProductPaths.detail(area, project.id, product.id)}>{product.name}</Link>
            ) : (
              NONE
            ),
          },
          { label: t("field.quantity"), value: quantity === null ? NONE : <Figure value={quantity} /> },
          { label: t("field.dueAt"), value: dueAt === null ? NONE : date(dueAt) },
        ]}
      />
    </Section>
  );
}

/** One production of a factory's: how far it is, which it says here, and what it and the staff have to tell each other. */
export default function FactoryProduction() {
  const { t } = useTranslation("productions");
  const { projectId, productionId } = productionPaths.detail.useIds();
  return (
    <RecordPage
      of={[productionId]}
      useRecord={productions.useOne}
      breadcrumbs={useProjectCrumbs(projectId)}
      title={({ name }) => name}
      mark={(production) => (
        <Row gap={4}>
          <ProductionStatus production={production} />
          <WaitingStatus productionId={production.id} />
        </Row>
      )}
      actions={(production) => <Actions production={production} />}
    >
      {(production) => (
        <>
          <View production={production} />
          <Notes relationId={production.id} shared={t("notes.shared")} />
        </>
      )}
    </RecordPage>
  );
}
