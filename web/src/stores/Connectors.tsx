import { ErrorView, FormSection, SkeletonLines } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type ConnectorRole, useConnectors, useConnectorTypes } from "./api";
import { ConnectorCard } from "./ConnectorCard";
import { useConnectorRoles } from "./useStoreLabels";

function Cards({ storeId }: { storeId: string }) {
  const connectors = useConnectors(storeId);
  const { types, error, retry } = useConnectorTypes();
  const roles = Object.keys(useConnectorRoles()) as ConnectorRole[];
  const failure = connectors.error ?? error;
  if (failure) {
    return (
      <ErrorView
        error={failure}
        retry={() => {
          void connectors.mutate();
          retry();
        }}
      />
    );
  }
  if (!connectors.data || !types) return <SkeletonLines lines={6} />;
  return roles.map((role) => (
    <ConnectorCard
      key={role}
      storeId={storeId}
      role={role}
      connector={connectors.data?.find((connector) => connector.role === role)}
      types={types}
    />
  ));
}

/** A store's connections to providers: its shop, its fulfilment, its support desk. */
export function Connectors({ storeId }: { storeId: string }) {
  const { t } = useTranslation("stores");
  return (
    <FormSection title={t("connector.title")} description={t("connector.text")}>
      <Cards storeId={storeId} />
    </FormSection>
  );
}
