import {
  CopyId,
  DateTime,
  type Fact,
  Facts,
  NONE,
  Notes,
  Quiet,
  RecordPage,
  Section,
  Stack,
  useMayOpen,
  useUser,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { type User, users } from "./api";
import { DeleteUser } from "./DeleteUser";
import { InviteAgain } from "./InviteAgain";
import { PermissionTable } from "./PermissionTable";
import { userPaths } from "./paths";
import { UserForm } from "./UserForm";
import { UserHistory } from "./UserHistory";
import { OwnerMark, UserRole } from "./UserRole";

/** What is known of the account and nobody changes here. */
function Account({ user, canWrite }: { user: User; canWrite: boolean }) {
  const { t } = useTranslation("users");
  const isSelf = useUser().id === user.id;
  const facts: Fact[] = [
    {
      label: t("column.lastLogin"),
      value: user.lastLoginAt ? <DateTime at={user.lastLoginAt} /> : t("never"),
    },
    { label: t("column.created"), value: <DateTime at={user.createdAt} /> },
    { label: t("fact.updated"), value: <DateTime at={user.updatedAt} /> },
  ];
  return (
    <Section title={t("fact.title")}>
      <Stack gap={12}>
        <Facts facts={facts} />
        {isSelf && canWrite && <Quiet>{t("delete.self")}</Quiet>}
      </Stack>
    </Section>
  );
}

/** A user, to those who may not change users. */
function UserView({ user }: { user: User }) {
  const { t } = useTranslation("users");
  return (
    <>
      <Section title={t("who.title")}>
        <Facts
          facts={[
            { label: t("field.email"), value: <CopyId value={user.email} /> },
            {
              label: t("column.resources"),
              value: user.resources.map(({ name }) => name).join(", ") || NONE,
            },
          ]}
        />
      </Section>
      <Section title={t("permissions.title")}>
        <PermissionTable
          role={user.role}
          granted={user.permissions}
          lockOf={() => t("permissions.readOnly")}
          onChange={() => {}}
        />
      </Section>
    </>
  );
}

/** One user: who they are, what they belong to, what they may do. */
export default function UserDetail() {
  const { t } = useTranslation("users");
  const area = useArea();
  const canWrite = useMayOpen()(userPaths.create(area));
  return (
    <RecordPage
      of={[userPaths.detail.useIds().userId]}
      useRecord={users.useOne}
      breadcrumbs={[{ label: t("list.title"), to: userPaths.list(area) }]}
      title={({ displayName }) => displayName}
      mark={({ role, owner }) => (
        <>
          <UserRole role={role} />
          <OwnerMark owner={owner} />
        </>
      )}
      actions={(user, leave) =>
        canWrite && (
          <>
            <InviteAgain user={user} />
            <DeleteUser user={user} onGone={leave} />
          </>
        )
      }
    >
      {(user) => (
        <Stack>
          {canWrite ? <UserForm user={user} /> : <UserView user={user} />}
          <Account user={user} canWrite={canWrite} />
          <Notes relationId={user.id} />
          <UserHistory id={user.id} />
        </Stack>
      )}
    </RecordPage>
  );
}
