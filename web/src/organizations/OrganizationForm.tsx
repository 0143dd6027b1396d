import { CreatePage, EditForm, type FormOf, NewForm } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { type Company, type Organization, organizations } from "./api";
import { CompanySearch } from "./CompanySearch";
import { OrganizationFields } from "./OrganizationFields";
import { organizationPaths } from "./paths";
import { NEW_ORGANIZATION, type OrganizationValues, toInput, toValues } from "./values";

interface NewValues extends OrganizationValues {
  /** The company of the register that the fields were filled in with; it is not sent. */
  company: string | null;
}

const NEW_VALUES: NewValues = { ...NEW_ORGANIZATION, company: null };

function NewFields({ form }: { form: FormOf<NewValues> }) {
  const fill = (company: Company | null) => {
    if (!company) return;
    const filled = toValues(company);
    for (const field of Object.keys(filled) as (keyof OrganizationValues)[]) {
      form.setValue(field, filled[field], { shouldDirty: true });
    }
    form.clearErrors();
  };
  return (
    <>
      <CompanySearch name="company" onChoose={fill} />
      <OrganizationFields />
    </>
  );
}

/** A new merchant, found in the company register or typed by hand. */
export default function NewOrganization() {
  const { t } = useTranslation("organizations");
  const area = useArea();
  return (
    <CreatePage
      title={t("create.title")}
      breadcrumbs={[{ label: t("list.title"), to: organizationPaths.list(area) }]}
    >
      <NewForm
        initial={NEW_VALUES}
        create={({ company: _, ...values }: NewValues) => organizations.create(toInput(values))}
        label={t("create.submit")}
        done={({ name }) => t("create.done", { name })}
        failure={t("create.failed")}
        to={({ id }) => organizationPaths.detail(area, id)}
      >
        {(form) => <NewFields form={form} />}
      </NewForm>
    </CreatePage>
  );
}

/** What an organization is called and where it is, to be changed. */
export function OrganizationForm({ organization }: { organization: Organization }) {
  const { t } = useTranslation("organizations");
  return (
    <EditForm
      record={organization}
      toValues={toValues}
      save={(read, values) => organizations.save(read, toInput(values))}
      done={() => t("edit.done")}
      failure={t("edit.failed")}
      onReload={() => organizations.read(organization.id)}
    >
      <OrganizationFields />
    </EditForm>
  );
}
