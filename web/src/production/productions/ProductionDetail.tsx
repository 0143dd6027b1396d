import { Facts, Figure, History, NONE, Notes, RecordPage, Section, useCan, useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { StatusMoves } from "../projects/StatusMoves";
import { type Production, productions, type ProductionStatus as Status } from "./api";
import { ProductionForm, useProductionCrumbs } from "./ProductionForm";
import { ProductionStatus } from "./ProductionStatus";
import { productionPaths } from "./paths";
import { WRITE_PRODUCTIONS } from "./permissions";
import { useProductionActions } from "./useProductionActions";
import { useProductionMoves } from "./useProductionMoves";
import { useProductionStatuses } from "./useProductionStatuses";

/** Where a production may go now, the next step first, and what else can be done with it. */
function Moves({ production, onGone }: { production: Production; onGone: () => void }) {
  const { t } = useTranslation("productions");
  const actions = useProductionActions(onGone);
  return (
    <StatusMoves
      moves={useProductionMoves(production)}
      move={(to) => productions.save(production, { status: to })}
      failed={t("move.failed", { name: production.name })}
      others={actions(production)}
    />
  );
}

/** The production for those who may look at it only. */
function View({ production: { product, factory, quantity, dueAt } }: { production: Production }) {
  const { t } = useTranslation("productions");
  const { date } = useFormats();
  return (
    <Section title={t("section.production")}>
      <Facts
        facts={[
          { label: t("field.product"), value: product?.name ?? NONE },
          { label: t("field.factory"), value: factory?.name ?? NONE },
          { label: t("field.quantity"), value: quantity === null ? NONE : <Figure value={quantity} /> },
          { label: t("field.dueAt"), value: dueAt === null ? NONE : date(dueAt) },
        ]}
      />
    </Section>
  );
}

function ProductionHistory({ id }: { id: string }) {
  const { t } = useTranslation("productions");
  const statuses = useProductionStatuses();
  return (
    <History
      entity="project-production"
      id={id}
      values={(field, value) => (field === "status" ? statuses[value as Status]?.label : undefined)}
      fields={{
        name: t("field.name"),
        product: t("field.product"),
        factory: t("field.factory"),
        quantity: t("field.quantity"),
        dueAt: t("field.dueAt"),
        status: t("field.status"),
      }}
    />
  );
}

/** One production: its form, or its facts for those who only read; what staff and the factory say of it; its history. */
export default function ProductionDetail() {
  const { t } = useTranslation("productions");
  const { projectId, productionId } = productionPaths.detail.useIds();
  const isEditable = useCan()(WRITE_PRODUCTIONS);
  return (
    <RecordPage
      of={[productionId]}
      useRecord={productions.useOne}
      breadcrumbs={useProductionCrumbs(projectId)}
      title={({ name }) => name}
      mark={(production) => <ProductionStatus production={production} />}
      actions={(production, leave) => isEditable && <Moves production={production} onGone={leave} />}
    >
      {(production) => (
        <>
          {isEditable ? <ProductionForm production={production} /> : <View production={production} />}
          <Notes relationId={production.id} shared={t("notes.shared")} />
          <ProductionHistory id={production.id} />
        </>
      )}
    </RecordPage>
  );
}
