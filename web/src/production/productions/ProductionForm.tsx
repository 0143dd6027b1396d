import {
  CreatePage,
  DateField,
  EditForm,
  FormGrid,
  FormSection,
  fieldsOf,
  NewForm,
  recordsOf,
  useCan,
} from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { useProjectCrumbs } from "../projects/useProjectCrumbs";
import { type Production, productions } from "./api";
import { FactoryDoubts } from "./FactoryDoubts";
import { productionPaths } from "./paths";
import { factoryRecords } from "./records";
import { MOST, NEW_PRODUCTION, type ProductionValues, toInput, toValues } from "./values";

const { NumberField, RecordField, TextField } = fieldsOf<ProductionValues>();

interface FieldsProps {
  projectId: string;
  /** The one that is there, whose product and factory are named. */
  production?: Production;
}

function ProductionFields({ projectId, production }: FieldsProps) {
  const { t } = useTranslation("productions");
  const source = useMemo(
    () => recordsOf("/project-products", { filters: [{ field: "projectId", values: [projectId] }] }),
    [projectId],
  );
  // What is under way counts among what its factory has to do.
  const isAhead = !production || production.status === "DRAFT";
  const nameOf = (known: Production["product"] | undefined) => (id: string) =>
    id === known?.id ? known.name : undefined;
  return (
    <FormSection title={t("section.production")} description={t("section.text")}>
      <TextField
        name="name"
        label={t("field.name")}
        minLength={2}
        maxLength={255}
        required
        autoFocus={!production}
      />
      {useCan()("READ_PROJECT_PRODUCT") && (
        <RecordField
          name="productId"
          label={t("field.product")}
          source={source}
          labelOf={nameOf(production?.product)}
        />
      )}
      <RecordField
        name="factoryId"
        label={t("field.factory")}
        source={factoryRecords}
        labelOf={nameOf(production?.factory)}
      />
      <FormGrid>
        <NumberField name="quantity" label={t("field.quantity")} min={1} max={MOST} decimals={0} />
        <DateField name="dueAt" label={t("field.dueAt")} description={t("field.dueAtText")} />
      </FormGrid>
      {isAhead && <FactoryDoubts />}
    </FormSection>
  );
}

/** The way to the productions of a project. */
export function useProductionCrumbs(projectId: string) {
  const { t } = useTranslation("productions");
  const area = useArea();
  return [
    ...useProjectCrumbs(projectId),
    { label: t("list.title"), to: productionPaths.board(area, projectId) },
  ];
}

/** The form for a new production of a project. */
export default function NewProduction() {
  const { t } = useTranslation("productions");
  const area = useArea();
  const { projectId } = productionPaths.create.useIds();
  return (
    <CreatePage title={t("create.title")} breadcrumbs={useProductionCrumbs(projectId)}>
      <NewForm
        initial={NEW_PRODUCTION}
        create={(values) => productions.create({ ...toInput(values), projectId })}
        label={t("create.action")}
        done={({ name }) => t("create.done", { name })}
        failure={t("create.failed")}
        to={() => productionPaths.board(area, projectId)}
      >
        <ProductionFields projectId={projectId} />
      </NewForm>
    </CreatePage>
  );
}

/** The form of a production that is there. */
export function ProductionForm({ production }: { production: Production }) {
  const { t } = useTranslation("productions");
  return (
    <EditForm
      record={production}
      toValues={toValues}
      save={(read, values) => productions.save(read, toInput(values))}
      done={() => t("edit.done")}
      failure={t("edit.failed")}
      onReload={() => productions.read(production.id)}
    >
      {(_, read) => <ProductionFields projectId={read.project.id} production={read} />}
    </EditForm>
  );
}
