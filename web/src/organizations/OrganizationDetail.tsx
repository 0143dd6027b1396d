import { ErrorView, Page, PageSkeleton, useCan } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useArea } from "../app/area";
import { UntilGone } from "../app/UntilGone";
import { Notes } from "../history/Notes";
import { Archived } from "./Archived";
import { organizations } from "./api";
import { ContractSection } from "./ContractSection";
import { OrganizationActions } from "./OrganizationActions";
import { OrganizationFacts } from "./OrganizationFacts";
import { OrganizationForm } from "./OrganizationForm";
import { OrganizationHistory } from "./OrganizationHistory";
import { OwnedStores } from "./OwnedStores";
import { organizationPaths } from "./paths";

function OneOrganization({ id, onGone }: { id: string; onGone: () => void }) {
  const { t } = useTranslation("organizations");
  const area = useArea();
  const isEditable = useCan()("WRITE_ORGANIZATION");
  const { data: organization, error, mutate } = organizations.useOne(id);
  const list = t("list.title");
  const breadcrumbs = useMemo(() => [{ label: list, to: organizationPaths.list(area) }], [list, area]);
  if (error) return <ErrorView error={error} retry={() => void mutate()} level={1} />;
  if (!organization) return <PageSkeleton />;
  return (
    <Page
      title={organization.name}
      mark={organization.archivedAt && <Archived at={organization.archivedAt} />}
      actions={<OrganizationActions organization={organization} onGone={onGone} />}
      breadcrumbs={breadcrumbs}
      width="text"
    >
      {isEditable ? (
        <OrganizationForm key={organization.id} organization={organization} onReload={() => mutate()} />
      ) : (
        <OrganizationFacts organization={organization} />
      )}
      <OwnedStores stores={organization.stores} />
      <ContractSection
        organizationId={organization.id}
        contract={organization.contract}
        isEditable={isEditable}
      />
      <Notes relationId={organization.id} />
      <OrganizationHistory organizationId={organization.id} />
    </Page>
  );
}

/** One merchant: who it is, its stores, its contract. */
export default function OrganizationDetail() {
  const area = useArea();
  const { organizationId = "" } = useParams();
  return (
    <UntilGone key={organizationId} to={organizationPaths.list(area)}>
      {(leave) => <OneOrganization id={organizationId} onGone={leave} />}
    </UntilGone>
  );
}
