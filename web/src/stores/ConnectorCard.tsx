import { Button, Can, Row, useAct } from "@comptoir/kit";
import { useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Connector, type ConnectorRole, type ConnectorType, connectors } from "./api";
import { ConnectDialog } from "./ConnectDialog";
import { ConnectorFacts } from "./ConnectorFacts";
import classes from "./Connectors.module.css";
import { SecretsDialog, secretsOf } from "./SecretsDialog";
import { useConnectorRoles } from "./useStoreLabels";

interface ConnectorCardProps {
  storeId: string;
  role: ConnectorRole;
  /** The provider that plays the role now. */
  connector?: Connector;
  /** All that stores can be connected to. */
  types: ConnectorType[];
}

interface DisconnectProps {
  storeId: string;
  connector: Connector;
  name: string;
  onDone: () => void;
}

/** Ends a connection at once; the toast takes it up again. */
function DisconnectButton({ storeId, connector, name, onDone }: DisconnectProps) {
  const { t } = useTranslation("stores");
  const [disconnect, busy] = useAct(() => ({
    run: () => connectors(storeId).remove(connector.id),
    failed: t("disconnect.failed", { name }),
    after: onDone,
    done: t("disconnect.done", { name }),
    undo: {
      run: () => connectors(storeId).restore(connector.id),
      failed: t("disconnect.notRestored", { name }),
    },
  }));
  return (
    <Button busy={busy} onClick={() => void disconnect()}>
      {t("disconnect.action")}
    </Button>
  );
}

/** One role of a store's providers: who plays it, or the way to connect somebody. */
export function ConnectorCard({ storeId, role, connector, types }: ConnectorCardProps) {
  const { t } = useTranslation("stores");
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was used gives way to another.
  const keepFocus = () => heading.current?.focus();
  const { label, text } = useConnectorRoles()[role];
  const [isConnecting, setIsConnecting] = useState(false);
  const [isReplacing, setIsReplacing] = useState(false);
  const type = types.find((each) => each.type === connector?.type);
  const hasSecrets = type && Object.keys(secretsOf(type.settings).properties ?? {}).length > 0;
  return (
    <section className={classes.connector} aria-labelledby={id}>
      <div className={classes.head}>
        <div>
          <h3 id={id} ref={heading} tabIndex={-1} className={classes.role}>
            {label}
          </h3>
          <p className={classes.text}>{text}</p>
        </div>
        <Can permission="WRITE_CONNECTOR">
          {connector ? (
            <Row>
              {hasSecrets && <Button onClick={() => setIsReplacing(true)}>{t("secrets.action")}</Button>}
              <DisconnectButton
                storeId={storeId}
                connector={connector}
                name={type?.name ?? connector.type}
                onDone={keepFocus}
              />
            </Row>
          ) : (
            <Button icon="integrations" onClick={() => setIsConnecting(true)}>
              {t("connect.action")}
            </Button>
          )}
        </Can>
      </div>
      {connector ? (
        <ConnectorFacts connector={connector} type={type} />
      ) : (
        <p className={classes.text}>{t("connector.none")}</p>
      )}
      {connector && type && hasSecrets && (
        <SecretsDialog
          storeId={storeId}
          connector={connector}
          type={type}
          open={isReplacing}
          onClose={() => setIsReplacing(false)}
        />
      )}
      <ConnectDialog
        storeId={storeId}
        role={role}
        types={types.filter((each) => each.roles.includes(role))}
        open={isConnecting}
        onDone={keepFocus}
        onClose={() => setIsConnecting(false)}
      />
    </section>
  );
}
