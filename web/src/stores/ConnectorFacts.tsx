import { CopyId, DateTime, Facts, Row } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { ProviderMark } from "../plugins/ProviderMark";
import { useSettingFacts } from "../plugins/useSettingFacts";
import type { Connector, ConnectorType } from "./api";
import { Webhooks } from "./Webhooks";

/** A provider by its picture and name. */
function Provider(props: { name: string; logo: string | null | undefined }) {
  return (
    <Row>
      <ProviderMark {...props} />
      {props.name}
    </Row>
  );
}

/** Who plays a role for the store, with what settings. */
export function ConnectorFacts({ connector, type }: { connector: Connector; type?: ConnectorType }) {
  const { t } = useTranslation("stores");
  const words = { yes: t("yes"), no: t("no"), secret: t("connector.secret") };
  const settings = useSettingFacts(connector.data, type?.settings, words, connector.secrets);
  const synchronized = connector.synchronizedAt;
  return (
    <Facts
      facts={[
        {
          label: t("connector.plugin"),
          value: <Provider name={type?.name ?? connector.type} logo={type?.logo} />,
        },
        ...settings,
        {
          label: t("connector.synchronized"),
          value: synchronized ? <DateTime at={synchronized} /> : t("connector.never"),
        },
        { label: t("connector.connected"), value: <DateTime at={connector.createdAt} /> },
        ...(connector.webhookAddress
          ? [
              { label: t("connector.webhooks"), value: <Webhooks connector={connector} /> },
              { label: t("connector.webhookAddress"), value: <CopyId value={connector.webhookAddress} /> },
            ]
          : []),
      ]}
    />
  );
}
