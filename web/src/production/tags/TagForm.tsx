import { CreatePage, FormSection, fieldsOf, NewForm } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { type TagInput, tags } from "./api";
import { tagPaths } from "./paths";
import { useTagTypes } from "./useTagTypes";

const NEW_TAG: TagInput = { type: "entity", displayName: "" };

const { SelectField, TextField } = fieldsOf<TagInput>();

/** The form for a tag. */
export default function TagForm() {
  const { t } = useTranslation("tags");
  const area = useArea();
  const types = Object.entries(useTagTypes()).map(([value, label]) => ({ value, label }));
  return (
    <CreatePage title={t("create.title")} breadcrumbs={[{ label: t("list.title"), to: tagPaths.list(area) }]}>
      <NewForm
        initial={NEW_TAG}
        create={tags.create}
        label={t("create.action")}
        done={({ displayName }) => t("create.done", { name: displayName })}
        failure={t("create.failed")}
        to={() => tagPaths.list(area)}
      >
        <FormSection title={t("section.title")} description={t("section.text")}>
          <SelectField
            name="type"
            label={t("field.type")}
            description={t("field.typeText")}
            options={types}
            required
          />
          <TextField
            name="displayName"
            label={t("field.displayName")}
            description={t("field.displayNameText")}
            minLength={2}
            maxLength={255}
            required
            autoFocus
          />
        </FormSection>
      </NewForm>
    </CreatePage>
  );
}
