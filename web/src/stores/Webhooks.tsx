import { DateTime, Quiet, Row, Stack, StatusBadge } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Connector } from "./api";

/** Whether a connection's provider sends events by itself, when it last did, and what could not be read of them. */
export function Webhooks({ connector }: { connector: Connector }) {
  const { t } = useTranslation("stores");
  const { registeredAt, lastEventAt, failed } = connector.webhooks;
  const isHeard = registeredAt !== null || lastEventAt !== null;
  // Fulfilment providers are told the address by hand: whether they know it is seen by what comes.
  const missing = connector.role === "fulfillment" ? t("webhooks.silent") : t("webhooks.missing");
  return (
    <Stack gap={4}>
      <Row>
        <StatusBadge tone={isHeard ? "success" : "attention"}>
          {isHeard ? t("webhooks.registered") : missing}
        </StatusBadge>
        {failed > 0 && (
          <StatusBadge tone="critical" icon="critical">
            {t("webhooks.failed", { count: failed })}
          </StatusBadge>
        )}
      </Row>
      <Quiet>
        {t("webhooks.last")} {lastEventAt ? <DateTime at={lastEventAt} /> : t("webhooks.none")}
      </Quiet>
    </Stack>
  );
}
