import { Columns, CopyId, DateTime, Facts, Page, Section, useCan, useUser } from "@comptoir/kit";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { LanguageChoice } from "./LanguageChoice";
import { Passkeys } from "./Passkeys";
import { Permissions } from "./Permissions";
import { Sessions } from "./Sessions";
import { SignInLinks } from "./SignInLinks";

function Who() {
  const { t } = useTranslation("identity");
  const user = useUser();
  const roles = {
    admin: t("profile.roles.admin"),
    customer: t("profile.roles.customer"),
    factory: t("profile.roles.factory"),
  };
  const named = user.resources.map(({ name }) => name).join(", ");
  return (
    <Section title={t("profile.who")}>
      <Facts
        facts={[
          { label: t("profile.name"), value: user.displayName },
          { label: t("profile.email"), value: <CopyId value={user.email} /> },
          { label: t("profile.role"), value: roles[user.role] },
          ...(named ? [{ label: t("profile.resources"), value: named }] : []),
          { label: t("profile.lastLogin"), value: <DateTime at={user.lastLoginAt} /> },
          { label: t("profile.language"), value: <LanguageChoice /> },
        ]}
      />
    </Section>
  );
}

const WeeklyMail = lazy(() => import("../analytics/WeeklyMail"));

/** Who is signed in, where, and what was given to them. */
export default function ProfilePage() {
  const { t } = useTranslation("identity");
  const mayReadReports = useCan()("READ_AUDIT");
  return (
    <Page title={t("profile.title")} width="text">
      <Columns
        main={
          <>
            <Passkeys />
            <Sessions />
            <SignInLinks />
          </>
        }
        side={
          <>
            <Who />
            <Permissions />
            {mayReadReports && (
              <Suspense fallback={null}>
                <WeeklyMail />
              </Suspense>
            )}
          </>
        }
      />
    </Page>
  );
}
