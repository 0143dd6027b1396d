import { RecordPage, useCan, useIsStaff } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { organizationTerms, type Terms } from "./api";
import { ContractSection } from "./ContractSection";
import { Prices } from "./Prices";
import { organizationPaths } from "./paths";
import { StoreTerms } from "./StoreTerms";
import { TermsForm } from "./TermsForm";

/** What was agreed with a merchant: its contract, the prices, what each of its stores is charged. */
export default function TermsDetail() {
  const { t } = useTranslation("organizations");
  const area = useArea();
  const isStaff = useIsStaff();
  const isEditable = useCan()("WRITE_ORGANIZATION") && isStaff;
  const { organizationId } = organizationPaths.terms.useIds();
  // Staff come to it by the organization; a customer's own needs no way back.
  const breadcrumbs = ({ organization }: Terms) =>
    isStaff
      ? [
          { label: t("list.title"), to: organizationPaths.list(area) },
          { label: organization.name, to: organizationPaths.detail(area, organization.id) },
        ]
      : [];
  return (
    <RecordPage
      // A customer's address names the organization by the area it stands in.
      of={[area.id ?? organizationId]}
      useRecord={organizationTerms.useOne}
      breadcrumbs={breadcrumbs}
      title={({ organization }) =>
        isStaff ? t("terms.titleOf", { name: organization.name }) : t("terms.title")
      }
    >
      {(terms) => (
        <>
          <ContractSection organizationId={terms.organization.id} contract={terms.contract} isOpen />
          {isEditable ? (
            <TermsForm terms={terms} />
          ) : (
            <Prices returns={terms.returns} storages={terms.storages} />
          )}
          <StoreTerms stores={terms.stores} organization={terms.organization} />
        </>
      )}
    </RecordPage>
  );
}
