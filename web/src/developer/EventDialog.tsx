import {
  Button,
  Code,
  CopyId,
  DateTime,
  Dialog,
  ErrorView,
  Facts,
  formatSize,
  NONE,
  Row,
  Section,
  SkeletonLines,
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

function Detail({ id }: { id: string }) {
  const { t, i18n } = useTranslation("developer");
  const { number } = useFormats();
  const [replay, busy] = useReplay();
  const { data: event, error, mutate } = useGet("/plugins/events/{id}", { params: { path: { id } } });
  if (error) return <ErrorView error={error} retry={() => void mutate()} />;
  if (!event) return <SkeletonLines lines={8} />;
  const again = async () => {
    await replay([id]);
    await mutate();
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
  return (
    <Dialog title={t("events.event")} open={id !== null} onClose={onClose} wide>
      {id && <Detail id={id} />}
    </Dialog>
  );
}
