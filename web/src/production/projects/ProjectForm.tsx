import { CreatePage, DateField, EditForm, FormSection, fieldsOf, NewForm } from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { type Project, projects } from "./api";
import classes from "./ProjectForm.module.css";
import { projectPaths } from "./paths";
import { customerRecords } from "./records";
import { newProject, type ProjectValues, toInput, toValues } from "./values";

const { RecordField, TextField } = fieldsOf<ProjectValues>();

interface FieldsProps {
  isNew?: boolean;
  /** They show what holds, and cannot be changed. */
  isLocked?: boolean;
  organization?: Project["organization"];
}

function ProjectFields({ isNew, isLocked, organization }: FieldsProps) {
  const { t } = useTranslation("projects");
  const nameOf = (id: string) => (id === organization?.id ? organization.name : undefined);
  return (
    <FormSection title={t("section.project")} description={t("section.text")}>
      <fieldset disabled={isLocked} className={classes.fields}>
        <TextField
          name="name"
          label={t("field.name")}
          minLength={2}
          maxLength={255}
          required
          autoFocus={isNew}
        />
        <RecordField
          name="organizationId"
          label={t("field.organization")}
          source={customerRecords}
          labelOf={nameOf}
          required
        />
        <DateField
          name="estimatedAt"
          label={t("field.estimatedAt")}
          description={t("field.estimatedAtText")}
          required
        />
      </fieldset>
    </FormSection>
  );
}

/** The form for a new project. */
export default function NewProject() {
  const { t } = useTranslation("projects");
  const area = useArea();
  const [initial] = useState(newProject);
  return (
    <CreatePage
      title={t("create.title")}
      breadcrumbs={[{ label: t("list.title"), to: projectPaths.list(area) }]}
    >
      <NewForm
        initial={initial}
        create={(values) => projects.create(toInput(values))}
        label={t("create.action")}
        done={({ name }) => t("create.done", { name })}
        failure={t("create.failed")}
        to={({ id }) => projectPaths.detail(area, id)}
      >
        <ProjectFields isNew />
      </NewForm>
    </CreatePage>
  );
}

/** The form of a project that is there, which changes as long as it is a draft. */
export function ProjectForm({ project }: { project: Project }) {
  const { t } = useTranslation("projects");
  return (
    <EditForm
      record={project}
      toValues={toValues}
      save={(read, values) => projects.save(read, toInput(values))}
      done={() => t("edit.done")}
      failure={t("edit.failed")}
      onReload={() => projects.read(project.id)}
    >
      {(_, { status, organization }) => (
        <ProjectFields isLocked={status !== "DRAFT"} organization={organization} />
      )}
    </EditForm>
  );
}
