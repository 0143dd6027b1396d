import { Button, DateTime, Quiet, Row, SimpleTable, Stack, useAct, useUser } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type ProductFile, seeFile } from "./api";

interface SeenByProps {
  productId: string;
  version: ProductFile;
}

/** Who has seen a version, and when they said so; whoever has not yet says it here. */
export function SeenBy({ productId, version: { id, level, seen } }: SeenByProps) {
  const { t } = useTranslation("productFiles");
  const user = useUser();
  const [see, busy] = useAct(() => ({
    run: () => seeFile(productId, id),
    done: t("seen.done", { level }),
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
          <Button icon="check" busy={busy} onClick={() => void see()}>
            {t("seen.action", { level })}
          </Button>
        </Row>
      )}
    </Stack>
  );
}
