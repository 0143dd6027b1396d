import { FormSection, Loaded } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type ConnectorRole, useConnectors, useConnectorTypes } from "./api";
import { ConnectorCard } from "./ConnectorCard";
import { useConnectorRoles } from "./useStoreLabels";

function Cards({ storeId }: { storeId: string }) {
  const connectors = useConnectors(storeId);
  const { types, error, retry } = useConnectorTypes();
  const roles = Object.keys(useConnectorRoles()) as ConnectorRole[];
  return (
    <Loaded of={connectors} lines={6}>
      {(connected) => (
        <Loaded of={{ data: types, error, retry }} lines={6}>
          {(types) =>
            roles.map((role) => (
              <ConnectorCard
                key={role}
                storeId={storeId}
                role={role}
                connector={connected.find((connector) => connector.role === role)}
                types={types}
              />
            ))
          }
        </Loaded>
      )}
    </Loaded>
  );
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
