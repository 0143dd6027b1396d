import { Notes, RecordPage, useCan } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { Archived } from "./Archived";
import { organizations } from "./api";
import { ContractSection } from "./ContractSection";
import { OrganizationActions } from "./OrganizationActions";
import { OrganizationFacts } from "./OrganizationFacts";
import { OrganizationForm } from "./OrganizationForm";
import { OrganizationHistory } from "./OrganizationHistory";
import { OwnedStores } from "./OwnedStores";
import { People } from "./People";
import { organizationPaths } from "./paths";

/** One merchant: who it is, its stores, its contract. */
export default function OrganizationDetail() {
  const { t } = useTranslation("organizations");
  const area = useArea();
  const isEditable = useCan()("WRITE_ORGANIZATION");
  return (
    <RecordPage
      of={[organizationPaths.detail.useIds().organizationId]}
      useRecord={organizations.useOne}
      breadcrumbs={[{ label: t("list.title"), to: organizationPaths.list(area) }]}
      title={({ name }) => name}
      mark={({ archivedAt }) => archivedAt && <Archived at={archivedAt} />}
      actions={(organization, leave) => <OrganizationActions organization={organization} onGone={leave} />}
    >
      {(organization) => (
        <>
          {isEditable ? (
            <OrganizationForm organization={organization} />
          ) : (
            <OrganizationFacts organization={organization} />
          )}
          <OwnedStores id={organization.id} stores={organization.stores} />
          {organization.people && <People people={organization.people} />}
          <ContractSection
            organizationId={organization.id}
            contract={organization.contract}
            isEditable={isEditable}
          />
          <Notes relationId={organization.id} />
          <OrganizationHistory organizationId={organization.id} />
        </>
      )}
    </RecordPage>
  );
}
