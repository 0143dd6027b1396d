import { Button, DateTime, Link, Section, SimpleTable, useMayOpen } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { userPaths } from "../users/paths";
import type { Organization } from "./api";

/** Who signs in for an organization, for those who may know. */
export function People({ people }: { people: NonNullable<Organization["people"]> }) {
  const { t } = useTranslation("organizations");
  const area = useArea();
  const mayOpen = useMayOpen();
  const create = userPaths.create(area);
  return (
    <Section
      title={t("people.title")}
      action={
        mayOpen(create) && (
          <Button icon="add" to={create}>
            {t("people.create")}
          </Button>
        )
      }
    >
      {people.length === 0 ? (
        <p>{t("people.none")}</p>
      ) : (
        <SimpleTable
          caption={t("people.title")}
          rows={people}
          rowKey={({ id }) => id}
          columns={[
            {
              id: "name",
              header: t("people.name"),
              cell: ({ id, displayName }) => <Link to={userPaths.detail(area, id)}>{displayName}</Link>,
            },
            { id: "email", header: t("people.email"), cell: ({ email }) => email },
            {
              id: "lastLoginAt",
              header: t("people.lastLogin"),
              align: "right",
              cell: ({ lastLoginAt }) => (lastLoginAt ? <DateTime at={lastLoginAt} /> : t("people.never")),
            },
          ]}
        />
      )}
    </Section>
  );
}
