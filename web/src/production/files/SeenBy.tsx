import { Button, DateTime, Quiet, Row, SimpleTable, Stack, useAct, useUser } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type ProductFile, type Seeing, seeFile } from "./api";

interface SeenByProps {
  productId: string;
  version: ProductFile;
  seeing?: Seeing;
}

/** Who has seen a version, and when they said so; whoever has not yet says it here. */
export function SeenBy({ productId, version, seeing }: SeenByProps) {
  const { t } = useTranslation("productFiles");
  const user = useUser();
  const { id, level, seen } = version;
  const [see, busy] = useAct(() => ({
    run: () => seeing?.see(version) ?? seeFile(productId, id).then(() => true),
    done: (wasSaid) => (wasSaid ? t("seen.done", { level }) : undefined),
    failed: t("seen.failed"),
  }));
  return (
    <Stack gap={8}>
      {seen.length === 0 ? (
        <Quiet>{t("seen.none", { level })}</Quiet>
      ) : (
        <SimpleTable
          caption={t("seen.title", { level })}
          rows={seen}
          rowKey={({ userId }) => userId}
          columns={[
            { id: "who", header: t("seen.who", { level }), cell: ({ displayName }) => displayName },
            { id: "at", header: t("seen.at"), cell: ({ seenAt }) => <DateTime at={seenAt} /> },
          ]}
        />
      )}
      {!seen.some(({ userId }) => userId === user.id) && (
        <Row>
          {seeing?.sign(version) ?? (
            <Button icon="check" busy={busy} onClick={() => void see()}>
              {t("seen.action", { level })}
            </Button>
          )}
        </Row>
      )}
    </Stack>
  );
}
