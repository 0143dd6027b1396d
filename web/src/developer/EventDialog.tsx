import {
  Button,
  Code,
  CopyId,
  DateTime,
  Dialog,
  Facts,
  formatSize,
  Loaded,
  NONE,
  Row,
  type Schemas,
  Section,
  Stack,
  useFormats,
  useGet,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { EventState } from "./EventState";
import { useReplay } from "./events";

/** JSON is easier to read over several lines; anything else stays as it came. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

function Detail({ event, onReplayed }: { event: Schemas["WebhookEvent"]; onReplayed: () => unknown }) {
  const { t, i18n } = useTranslation("developer");
  const { number } = useFormats();
  const [replay, busy] = useReplay();
  const again = async () => {
    await replay([event.id]);
    await onReplayed();
  };
  return (
    <Stack>
      <Facts
        facts={[
          { label: t("events.state"), value: <EventState event={event} /> },
          { label: t("events.plugin"), value: event.plugin },
          { label: t("events.store"), value: event.store.name },
          { label: t("events.topic"), value: event.topic || NONE },
          { label: t("events.received"), value: <DateTime at={event.receivedAt} /> },
          { label: t("events.ended"), value: event.endedAt ? <DateTime at={event.endedAt} /> : NONE },
          { label: t("events.attempts"), value: number(event.attempts) },
          { label: t("events.size"), value: formatSize(event.size, i18n.language) },
          { label: t("events.id"), value: <CopyId value={event.id} /> },
        ]}
      />
      {event.error && (
        <Section title={t("events.error")}>
          <Code>{event.error}</Code>
        </Section>
      )}
      <Section title={t("events.headers")}>
        <Code>{event.headers.map(({ name, value }) => `${name}: ${value}`).join("\n")}</Code>
      </Section>
      <Section title={t("events.body")}>
        <Code>{readable(event.body)}</Code>
      </Section>
      {event.state !== "PENDING" && (
        <Row>
          <Button kind="primary" icon="synchronize" busy={busy} onClick={() => void again()}>
            {t("events.replay")}
          </Button>
        </Row>
      )}
    </Stack>
  );
}

/** One event as it came, and what became of it. */
export function EventDialog({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { t } = useTranslation("developer");
  const event = useGet(id === null ? null : "/plugins/events/{id}", { params: { path: { id: id ?? "" } } });
  return (
    <Dialog title={t("events.event")} open={id !== null} onClose={onClose} wide>
      <Loaded of={event} lines={8}>
        {(shown) => <Detail event={shown} onReplayed={event.retry} />}
      </Loaded>
    </Dialog>
  );
}
