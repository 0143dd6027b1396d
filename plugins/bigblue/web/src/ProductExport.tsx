import {
  Button,
  client,
  Page,
  ProgressBar,
  Row,
  type Schemas,
  Section,
  Stack,
  toast,
  toastFailure,
  unwrap,
  useNow,
} from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "./paths";

const pieceAfter = async (after: string): Promise<Schemas["bigblue.Piece"]> => {
  const params = { query: after ? { after } : {} };
  return (await unwrap(client.GET("/bigblue/product/export", { params }))).data;
};

function save(pieces: string[]) {
  // The mark tells spreadsheets that it is UTF-8; an import reads over it.
  const address = URL.createObjectURL(new Blob(["\ufeff", ...pieces], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = "bigblue-products.csv";
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** All products at Bigblue as a file that an import reads. */
export default function ProductExport() {
  const { t } = useTranslation("bigblue");
  const now = useNow();
  const [done, setDone] = useState<number | null>(null);
  const [startedAt, setStartedAt] = useState<number | null>(null);

  const start = async () => {
    setStartedAt(Date.now());
    setDone(0);
    const pieces: string[] = [];
    let count = 0;
    try {
      for (let after: string | null = ""; after !== null; ) {
        const piece = await pieceAfter(after);
        pieces.push(piece.csv);
        count += piece.count;
        setDone(count);
        after = piece.next;
      }
      save(pieces);
      toast(t("export.done", { count }));
    } catch (reason) {
      toastFailure(t("export.failed"), reason);
    }
    setDone(null);
  };
  return (
    <Page
      title={t("product.export")}
      breadcrumbs={[{ label: t("product.title"), to: paths.products }]}
      width="text"
    >
      <Section title={t("export.title")}>
        <Stack>
          <p>{t("export.text")}</p>
          {done !== null && (
            <ProgressBar
              label={t("product.export")}
              done={done}
              total={null}
              startedAt={startedAt}
              now={now}
            />
          )}
          <Row>
            <Button kind="primary" icon="download" busy={done !== null} onClick={() => void start()}>
              {t("export.start")}
            </Button>
          </Row>
        </Stack>
      </Section>
    </Page>
  );
}
