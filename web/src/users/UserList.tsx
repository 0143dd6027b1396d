import { Button, DataTable, Empty, type FilterOffer, Page, useListState, useUser } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { type UserRow, users } from "./api";
import { userPaths } from "./paths";
import { useCanWriteUsers } from "./rights";
import { useRoles } from "./UserRole";
import { useUserColumns } from "./useUserColumns";

const rowKey = (user: UserRow) => user.id;

function useFilters(): FilterOffer[] {
  const { t } = useTranslation("users");
  const isAdmin = useUser().role === "admin";
  const roles = Object.entries(useRoles()).map(([value, { label }]) => ({ value, label }));
  const yesOrNo = [
    { value: "yes", label: t("filter.owners") },
    { value: "no", label: t("filter.others") },
  ];
  return [
    ...(isAdmin ? [{ kind: "oneOf" as const, field: "role", label: t("column.role"), options: roles }] : []),
    { kind: "oneOf", field: "owner", label: t("column.owner"), options: yesOrNo },
    { kind: "dates", field: "lastLoginAt", label: t("column.lastLogin") },
    { kind: "dates", field: "createdAt", label: t("column.created") },
  ];
}

/** Everybody one may know of, by name. */
export default function UserList() {
  const { t } = useTranslation("users");
  const area = useArea();
  const canWrite = useCanWriteUsers();
  const state = useListState({ field: "displayName", direction: "asc" });
  const create = canWrite && (
    <Button kind="primary" icon="add" to={userPaths.create(area)}>
      {t("create.action")}
    </Button>
  );
  return (
    <Page title={t("list.title")} actions={create}>
      <DataTable
        caption={t("list.title")}
        name="users"
        state={state}
        rows={users.useList(state.cursor)}
        columns={useUserColumns()}
        rowKey={rowKey}
        rowLabel={(user) => user.displayName}
        rowTo={(user) => userPaths.detail(area, user.id)}
        createTo={canWrite ? userPaths.create(area) : undefined}
        searchLabel={t("list.search")}
        filters={useFilters()}
        exportAs={users.export}
        resource={t("list.resource")}
        empty={
          <Empty icon="user" title={t("list.empty.title")} action={create}>
            {canWrite ? t("list.empty.create") : t("list.empty.ask")}
          </Empty>
        }
      />
    </Page>
  );
}
