import {
  Banner,
  Button,
  Can,
  Code,
  CopyId,
  DateTime,
  Dialog,
  Facts,
  Figure,
  Loaded,
  NONE,
  Quiet,
  Row,
  Section,
  Stack,
  useGet,
  usePluginName,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type AsideItem, useIgnore, useRestore, useTryAgain } from "./api";
import { AsideState, useKinds, useReasons } from "./words";

/** JSON is easier to read over several lines; anything else stays as it came. */
function readable(raw: string): string {
  try {
    return JSON.stringify(JSON.parse(raw), null, 2);
  } catch {
    return raw;
  }
}

function AsideActions({ item, onDone }: { item: AsideItem; onDone: () => unknown }) {
  const { t } = useTranslation("aside");
  const [tryAgain, isTrying] = useTryAgain(onDone);
  const [ignore, isIgnoring] = useIgnore(onDone);
  const [restore, isRestoring] = useRestore(onDone);
  const one = { ids: [item.id] };
  return (
    <Stack>
      <Row>
        <Button kind="primary" icon="synchronize" busy={isTrying} onClick={() => void tryAgain(one)}>
          {t("retry.action")}
        </Button>
        {item.state === "IGNORED" ? (
          <Button icon="preview" busy={isRestoring} onClick={() => void restore(one)}>
            {t("ignore.undo")}
          </Button>
        ) : (
          <Button icon="archive" busy={isIgnoring} onClick={() => void ignore(one)}>
            {t("ignore.action")}
          </Button>
        )}
      </Row>
      <Quiet>{item.canBeTaken ? t("retry.taken") : t("retry.asked")}</Quiet>
    </Stack>
  );
}

function Detail({ item, onDone }: { item: AsideItem; onDone: () => unknown }) {
  const { t } = useTranslation("aside");
  const nameOf = usePluginName();
  const [kinds, reasons] = [useKinds(), useReasons()];
  return (
    <Stack>
      <Banner tone="warning" title={reasons[item.code]}>
        {[item.field, item.detail].filter(Boolean).join(" · ")}
      </Banner>
      <Facts
        facts={[
          { label: t("column.kind"), value: kinds[item.kind] ?? item.kind },
          {
            label: t("column.providerId"),
            value: item.providerId ? <CopyId value={item.providerId} /> : NONE,
          },
          { label: t("column.state"), value: <AsideState state={item.state} /> },
          { label: t("column.store"), value: item.store.name },
          { label: t("column.plugin"), value: nameOf(item.plugin) },
          { label: t("column.firstSeen"), value: <DateTime at={item.firstSeenAt} /> },
          { label: t("column.lastSeen"), value: <DateTime at={item.lastSeenAt} /> },
          { label: t("column.seen"), value: <Figure value={item.seen} /> },
        ]}
      />
      <Section title={t("raw.title")}>
        {item.raw === null ? <Quiet>{t("raw.hidden")}</Quiet> : <Code>{readable(item.raw ?? "")}</Code>}
      </Section>
      <Can permission="WRITE_CONNECTOR">
        <AsideActions item={item} onDone={onDone} />
      </Can>
    </Stack>
  );
}

/** One set-aside item: what is wrong with it, what the plugin gave, and what can be done. */
export function AsideDialog({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { t } = useTranslation("aside");
  const item = useGet(id === null ? null : "/set-aside-item/{id}", { params: { path: { id: id ?? "" } } });
  return (
    <Dialog title={t("item")} open={id !== null} onClose={onClose} wide>
      <Loaded of={item} lines={8}>
        {(shown) => <Detail item={shown} onDone={onClose} />}
      </Loaded>
    </Dialog>
  );
}
