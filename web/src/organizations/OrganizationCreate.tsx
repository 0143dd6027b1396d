import { Form, Page, SubmitBar, toast, useForm } from "@comptoir/kit";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useArea } from "../app/area";
import { type Company, organizations } from "./api";
import { CompanySearch } from "./CompanySearch";
import { OrganizationFields } from "./OrganizationFields";
import { NEW_ORGANIZATION, type OrganizationValues, toInput, toValues } from "./organizationValues";
import { organizationPaths } from "./paths";

interface NewOrganization extends OrganizationValues {
  /** The company of the register that the fields were filled in with; it is not sent. */
  company: string | null;
}

/** A new merchant, found in the company register or typed by hand. */
export default function OrganizationCreate() {
  const { t } = useTranslation("organizations");
  const area = useArea();
  const navigate = useNavigate();
  const [found] = useState(() => new Map<string, Company>());
  const form = useForm<NewOrganization>({ defaultValues: { ...NEW_ORGANIZATION, company: null } });
  const list = t("list.title");
  const breadcrumbs = useMemo(() => [{ label: list, to: organizationPaths.list(area) }], [list, area]);

  const chosen = form.watch("company");
  const { setValue, clearErrors } = form;
  useEffect(() => {
    const company = chosen && found.get(chosen);
    if (!company) return;
    const filled = toValues(company);
    for (const field of Object.keys(filled) as (keyof OrganizationValues)[]) {
      setValue(field, filled[field], { shouldDirty: true });
    }
    clearErrors();
  }, [chosen, found, setValue, clearErrors]);

  const create = async ({ company: _, ...values }: NewOrganization) => {
    const organization = await organizations.create(toInput(values));
    toast(t("create.done", { name: organization.name }));
    await navigate(organizationPaths.detail(area, organization.id));
  };
  return (
    <Page title={t("create.title")} breadcrumbs={breadcrumbs} width="text">
      <Form form={form} onSubmit={create} failure={t("create.failed")}>
        <CompanySearch name="company" found={found} />
        <OrganizationFields />
        <SubmitBar label={t("create.submit")} to={organizationPaths.list(area)} />
      </Form>
    </Page>
  );
}
