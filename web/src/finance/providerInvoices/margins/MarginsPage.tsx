import { Page, Stack } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../../app/area";
import { providerInvoicePaths } from "../paths";
import { Margins } from "./Margins";
import { MarginsFilters, StoreField } from "./MarginsFilters";
import { useAsked } from "./useAsked";

/** What providers' invoices left to the company, of all stores or one. */
export default function MarginsPage() {
  const { t } = useTranslation("providerInvoices");
  const area = useArea();
  const { form, asked } = useAsked();
  return (
    <Page
      title={t("margins.title")}
      breadcrumbs={[{ label: t("list.title"), to: providerInvoicePaths.list(area) }]}
    >
      <Stack>
        <MarginsFilters form={form}>
          <StoreField />
        </MarginsFilters>
        {asked && <Margins asked={asked} />}
      </Stack>
    </Page>
  );
}
