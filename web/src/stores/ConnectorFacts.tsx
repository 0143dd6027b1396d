import { CopyId, DateTime, Facts } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useSettingFacts } from "../plugins/useSettingFacts";
import type { Connector, ConnectorType } from "./api";

/** Who plays a role for the store, with what settings. */
export function ConnectorFacts({ connector, type }: { connector: Connector; type?: ConnectorType }) {
  const { t } = useTranslation("stores");
  const words = { yes: t("yes"), no: t("no"), secret: t("connector.secret") };
  const settings = useSettingFacts(connector.data, type?.settings, words);
  const synchronized = connector.synchronizedAt;
  return (
    <Facts
      facts={[
        { label: t("connector.plugin"), value: type?.name ?? connector.type },
        ...settings,
        {
          label: t("connector.synchronized"),
          value: synchronized ? <DateTime at={synchronized} /> : t("connector.never"),
        },
        { label: t("connector.connected"), value: <DateTime at={connector.createdAt} /> },
        ...(connector.webhookAddress
          ? [{ label: t("connector.webhookAddress"), value: <CopyId value={connector.webhookAddress} /> }]
          : []),
      ]}
    />
  );
}
