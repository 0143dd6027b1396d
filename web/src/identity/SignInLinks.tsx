import { Button, DateTime, Loaded, Quiet, Section, SimpleTable, useAct } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type SignInLink, signInLinks, useSignInLinks } from "./api";

function Revoke({ link }: { link: SignInLink }) {
  const { t } = useTranslation("identity");
  const [revoke, busy] = useAct(() => ({
    run: () => signInLinks.remove(link.id),
    failed: t("links.notRevoked"),
    done: t("links.revoked"),
  }));
  return (
    <Button kind="quiet" busy={busy} onClick={() => void revoke()}>
      {t("links.revoke")}
    </Button>
  );
}

function LinkTable({ links }: { links: SignInLink[] }) {
  const { t } = useTranslation("identity");
  if (links.length === 0) return <Quiet>{t("links.none")}</Quiet>;
  return (
    <SimpleTable
      caption={t("links.title")}
      rows={links}
      rowKey={(link) => link.id}
      columns={[
        { id: "asked", header: t("links.asked"), cell: (link) => <DateTime at={link.createdAt} /> },
        { id: "expires", header: t("links.expires"), cell: (link) => <DateTime at={link.expiresAt} /> },
        {
          id: "action",
          header: t("links.action"),
          align: "right",
          cell: (link) => <Revoke link={link} />,
        },
      ]}
    />
  );
}

/** The links that would sign somebody in as oneself, until they are used. */
export function SignInLinks() {
  const { t } = useTranslation("identity");
  return (
    <Section title={t("links.title")}>
      <Loaded of={useSignInLinks()} lines={1}>
        {(links) => <LinkTable links={links} />}
      </Loaded>
    </Section>
  );
}
