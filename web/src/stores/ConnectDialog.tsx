import { Dialog, Stack } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { ConnectForm } from "../plugins/ConnectForm";
import { type ConnectorInput, type ConnectorRole, type ConnectorType, connectors } from "./api";
import { useConnectorRoles } from "./useStoreLabels";

interface ConnectProps {
  storeId: string;
  role: ConnectorRole;
  /** Those that play the role. */
  types: ConnectorType[];
  /** It is connected. */
  onDone: () => void;
  onClose: () => void;
}

/** Connects a store: who, and what they ask for. They are asked whether it is right before anything is kept. */
export function ConnectDialog({
  open,
  storeId,
  role,
  types,
  onDone,
  onClose,
}: ConnectProps & { open: boolean }) {
  const { t } = useTranslation("stores");
  const { label } = useConnectorRoles()[role];
  const [first, ...others] = types;
  return (
    <Dialog title={t("connect.title", { role: label })} open={open} onClose={onClose}>
      {first ? (
        <ConnectForm
          types={[first, ...others]}
          words={{
            plugin: t("connector.plugin"),
            refused: t("connect.refused"),
            done: (name) => t("connect.done", { name }),
            failed: (name) => t("connect.failed", { name }),
            test: t("connect.test"),
          }}
          connect={(type, data) => connectors(storeId).create({ role, type, data } as ConnectorInput)}
          onDone={onDone}
          onClose={onClose}
        />
      ) : (
        <Stack>
          <p>{t("connect.none", { role: label })}</p>
          <p>{t("connect.noneText")}</p>
        </Stack>
      )}
    </Dialog>
  );
}
