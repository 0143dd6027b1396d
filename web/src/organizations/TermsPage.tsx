import { ErrorView, Page, PageSkeleton, useCan } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useArea } from "../app/area";
import { organizationTerms, type Terms } from "./api";
import { ContractSection } from "./ContractSection";
import { Prices } from "./Prices";
import { organizationPaths } from "./paths";
import { StoreTerms } from "./StoreTerms";
import { TermsForm } from "./TermsForm";

/** Staff come to it by the organization; a customer's own needs no way back. */
function useBreadcrumbs(organization: Terms["organization"] | undefined) {
  const { t } = useTranslation("organizations");
  const area = useArea();
  const list = t("list.title");
  return useMemo(
    () =>
      organization && area.name === "admin"
        ? [
            { label: list, to: organizationPaths.list(area) },
            { label: organization.name, to: organizationPaths.detail(area, organization.id) },
          ]
        : undefined,
    [organization, list, area],
  );
}

/** What was agreed with a merchant: its contract, the prices, what each of its stores is charged. */
export default function TermsPage() {
  const { t } = useTranslation("organizations");
  const area = useArea();
  const isStaff = area.name === "admin";
  const isEditable = useCan()("WRITE_ORGANIZATION") && isStaff;
  // A customer's address names the organization by the area it stands in.
  const { organizationId, id } = useParams();
  const { data: terms, error, mutate } = organizationTerms.useOne((isStaff ? organizationId : id) ?? "");
  const breadcrumbs = useBreadcrumbs(terms?.organization);
  if (error) return <ErrorView error={error} retry={() => void mutate()} level={1} />;
  if (!terms) return <PageSkeleton />;
  const { organization, contract, stores } = terms;
  return (
    <Page
      title={isStaff ? t("terms.titleOf", { name: organization.name }) : t("terms.title")}
      breadcrumbs={breadcrumbs}
      width="text"
    >
      <ContractSection organizationId={organization.id} contract={contract} isOpen />
      {isEditable ? (
        <TermsForm key={organization.id} terms={terms} onReload={() => mutate()} />
      ) : (
        <Prices returns={terms.returns} storages={terms.storages} />
      )}
      <StoreTerms stores={stores} />
    </Page>
  );
}
