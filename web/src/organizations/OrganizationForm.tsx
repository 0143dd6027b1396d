import { Form, SaveBar, toast, useEditForm } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type Organization, organizations } from "./api";
import { OrganizationFields } from "./OrganizationFields";
import { type OrganizationValues, toInput, toValues } from "./organizationValues";

interface OrganizationFormProps {
  organization: Organization;
  /** Reads the organization again. */
  onReload: () => Promise<unknown>;
}

/** What an organization is called and where it is, to be changed. */
export function OrganizationForm({ organization, onReload }: OrganizationFormProps) {
  const { t } = useTranslation("organizations");
  const { form, read } = useEditForm(organization, toValues);
  const save = async (values: OrganizationValues) => {
    await organizations.save(read, toInput(values));
    toast(t("edit.done"));
  };
  return (
    <Form form={form} onSubmit={save} failure={t("edit.failed")} onReload={onReload}>
      <OrganizationFields />
      <SaveBar />
    </Form>
  );
}
