import { Code, Dialog, Facts, Link, Loaded, type Schemas, Section, Stack, useGet } from "@comptoir/kit";
import { useTranslation } from "react-i18next";

const ADDRESS = /https?:\/\/[^\s<>"]+/g;

function MailBody({ mail }: { mail: Schemas["MailDetail"] }) {
  const { t } = useTranslation("developer");
  const links = [...new Set(mail.text.match(ADDRESS) ?? [])];
  return (
    <>
      <Section title={t("outbox.text")}>
        <Code>{mail.text}</Code>
      </Section>
      {links.length > 0 && (
        <Section title={t("outbox.links")}>
          <Stack gap={4}>
            {links.map((link) => (
              <Link key={link} to={link} external>
                {link}
              </Link>
            ))}
          </Stack>
        </Section>
      )}
      <Section title={t("outbox.html")}>
        <Code>{mail.html}</Code>
      </Section>
    </>
  );
}

function MailText({ mail }: { mail: Schemas["MailDetail"] }) {
  const { t } = useTranslation("developer");
  return (
    <Stack>
      <Facts
        facts={[
          { label: t("outbox.to"), value: mail.to },
          { label: t("outbox.subject"), value: mail.subject },
          { label: t("outbox.template"), value: mail.template },
          ...(mail.attempts > 0 ? [{ label: t("outbox.attempts"), value: String(mail.attempts) }] : []),
          ...(mail.error ? [{ label: t("outbox.error"), value: mail.error }] : []),
        ]}
      />
      {mail.text === "" ? <p>{t("outbox.gone")}</p> : <MailBody mail={mail} />}
    </Stack>
  );
}

/**
 * One mail. Its HTML is shown as source: a mail's inline styles are what our Content-Security-Policy refuses, also in
 * a sandboxed frame, which inherits it.
 */
export function MailDialog({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { t } = useTranslation("developer");
  const mail = useGet(id === null ? null : "/developer/mail/{id}", { params: { path: { id: id ?? "" } } });
  return (
    <Dialog title={t("outbox.mail")} open={id !== null} onClose={onClose} wide>
      <Loaded of={mail} lines={8}>
        {(shown) => <MailText mail={shown} />}
      </Loaded>
    </Dialog>
  );
}
