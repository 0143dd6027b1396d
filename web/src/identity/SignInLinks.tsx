import {
  attempt,
  Button,
  DateTime,
  ErrorView,
  Quiet,
  Section,
  SimpleTable,
  SkeletonLines,
  toast,
  toastFailure,
} from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type SignInLink, signInLinks, useSignInLinks } from "./api";

function Revoke({ link }: { link: SignInLink }) {
  const { t } = useTranslation("identity");
  const [busy, setBusy] = useState(false);
  const revoke = async () => {
    setBusy(true);
    const revoked = await attempt(() => signInLinks.remove(link.id));
    setBusy(false);
    if ("error" in revoked) toastFailure(t("links.notRevoked"), revoked.error);
    else toast(t("links.revoked"));
  };
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
  const { data, error, mutate } = useSignInLinks();
  return (
    <Section title={t("links.title")}>
      {error ? (
        <ErrorView error={error} retry={() => void mutate()} />
      ) : data ? (
        <LinkTable links={data} />
      ) : (
        <SkeletonLines lines={1} />
      )}
    </Section>
  );
}
