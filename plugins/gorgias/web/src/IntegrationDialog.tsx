import {
  Can,
  DateTime,
  Dialog,
  Facts,
  Link,
  type Owner,
  Row,
  Stack,
  StatusBadge,
  useFormats,
  WebhookButtons,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Integration } from "./api";
import { Tags } from "./Tags";
import { useStateLabel } from "./useLabels";

interface IntegrationDialogProps {
  row: Integration;
  /** None while nobody has told yet. */
  owner: Owner | undefined;
  onClose: () => void;
}

/** One connection: what it brought, its webhooks, and the tags that its account knows. */
export function IntegrationDialog({ row, owner, onClose }: IntegrationDialogProps) {
  const { t } = useTranslation("gorgias");
  const { number } = useFormats();
  const { tone, label } = useStateLabel()(row);
  const { lastPull } = row;
  return (
    <Dialog title={owner?.storeName ?? row.account} open onClose={onClose} wide>
      <Stack>
        <Facts
          facts={[
            {
              label: t("integration.account"),
              value: (
                <Link to={`https://${row.account}.gorgias.com`} external>
                  {row.account}
                </Link>
              ),
            },
            { label: t("integration.tag"), value: row.tag },
            {
              label: t("integration.lastPull"),
              value: lastPull ? <DateTime at={lastPull.at} /> : t("integration.never"),
            },
            ...(lastPull ? [{ label: t("integration.tickets"), value: number(lastPull.tickets) }] : []),
            { label: t("integration.webhooks"), value: <StatusBadge tone={tone}>{label}</StatusBadge> },
          ]}
        />
        {owner && (
          <Row justify="between">
            <Row>
              <Link to="/admin/ticket">{t("integration.toTickets")}</Link>
              <Link to={`/admin/store/${owner.storeId}`}>{t("integration.toStore")}</Link>
            </Row>
            <Can permission="WRITE_CONNECTOR">
              <Row>
                <WebhookButtons stores={{ ids: [owner.storeId] }} />
              </Row>
            </Can>
          </Row>
        )}
        <Tags connector={row.connector} />
      </Stack>
    </Dialog>
  );
}
