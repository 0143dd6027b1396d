import { Button, DateTime, Loaded, NONE, Quiet, Section, Stack, StatusBadge, useAct } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { endOtherSessions, type OpenSession, sessions, useSessions } from "./api";
import classes from "./Sessions.module.css";
import { useDeviceName } from "./useDeviceName";

function CloseSession({ session }: { session: OpenSession }) {
  const { t } = useTranslation("identity");
  const [close, busy] = useAct(() => ({
    run: () => sessions.remove(session.id),
    failed: t("sessions.notClosed"),
    done: t("sessions.closed"),
  }));
  return (
    <Button kind="quiet" busy={busy} onClick={() => void close()}>
      {t("sessions.close")}
    </Button>
  );
}

function CloseOthers() {
  const { t } = useTranslation("identity");
  const [close, busy] = useAct(() => ({
    confirm: {
      title: t("sessions.closeOthersTitle"),
      text: t("sessions.closeOthersText"),
      confirm: t("sessions.closeOthers"),
      destructive: true,
    },
    run: endOtherSessions,
    failed: t("sessions.othersNotClosed"),
    done: t("sessions.othersClosed"),
  }));
  return (
    <Button busy={busy} onClick={() => void close()}>
      {t("sessions.closeOthers")}
    </Button>
  );
}

function SessionRow({ session }: { session: OpenSession }) {
  const { t } = useTranslation("identity");
  const deviceName = useDeviceName();
  const facts = [
    { label: t("sessions.lastSeen"), value: <DateTime at={session.lastSeenAt} /> },
    { label: t("sessions.since"), value: <DateTime at={session.createdAt} /> },
    { label: t("sessions.ip"), value: session.ip || NONE },
  ];
  return (
    <li className={classes.session}>
      <div className={classes.what}>
        <strong title={session.userAgent}>{deviceName(session.userAgent)}</strong>
        <dl className={classes.facts}>
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {session.current ? (
        <StatusBadge tone="success">{t("sessions.current")}</StatusBadge>
      ) : (
        <CloseSession session={session} />
      )}
    </li>
  );
}

/** Where one is signed in, and the way to sign out there. */
export function Sessions() {
  const { t } = useTranslation("identity");
  const answer = useSessions();
  const others = answer.data?.some((session) => !session.current);
  return (
    <Section title={t("sessions.title")} action={others && <CloseOthers />}>
      <Stack gap={12}>
        <Quiet>{t("sessions.text")}</Quiet>
        <Loaded of={answer} lines={3}>
          {(open) => (
            <ul className={classes.sessions}>
              {open.map((session) => (
                <SessionRow key={session.id} session={session} />
              ))}
            </ul>
          )}
        </Loaded>
      </Stack>
    </Section>
  );
}
