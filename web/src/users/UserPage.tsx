import {
  CopyId,
  DateTime,
  ErrorView,
  type Fact,
  Facts,
  NONE,
  Page,
  PageSkeleton,
  Quiet,
  Section,
  Stack,
  useUser,
} from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useArea } from "../app/area";
import { UntilGone } from "../app/UntilGone";
import { Notes } from "../history/Notes";
import { type User, users } from "./api";
import { DeleteUser } from "./DeleteUser";
import { EditUser } from "./EditUser";
import { PermissionTable } from "./PermissionTable";
import { userPaths } from "./paths";
import { useCanWriteUsers } from "./rights";
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

function OneUser({ id, onGone }: { id: string; onGone: () => void }) {
  const { t } = useTranslation("users");
  const area = useArea();
  const canWrite = useCanWriteUsers();
  const { data: user, error, mutate } = users.useOne(id);
  const list = t("list.title");
  const breadcrumbs = useMemo(() => [{ label: list, to: userPaths.list(area) }], [list, area]);
  if (error) return <ErrorView error={error} retry={() => void mutate()} level={1} />;
  if (!user) return <PageSkeleton />;
  return (
    <Page
      title={user.displayName}
      mark={
        <>
          <UserRole role={user.role} />
          <OwnerMark owner={user.owner} />
        </>
      }
      actions={canWrite && <DeleteUser user={user} onGone={onGone} />}
      breadcrumbs={breadcrumbs}
      width="text"
    >
      <Stack>
        {canWrite ? <EditUser user={user} /> : <UserView user={user} />}
        <Account user={user} canWrite={canWrite} />
        <Notes relationId={user.id} />
        <UserHistory id={user.id} />
      </Stack>
    </Page>
  );
}

/** One user: who they are, what they belong to, what they may do. */
export default function UserPage() {
  const { userId = "" } = useParams();
  const area = useArea();
  return (
    <UntilGone key={userId} to={userPaths.list(area)}>
      {(leave) => <OneUser id={userId} onGone={leave} />}
    </UntilGone>
  );
}
