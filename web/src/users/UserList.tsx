import { type FilterOffer, ListPage, useIsStaff, useListState, useMayOpen } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { users } from "./api";
import { userPaths } from "./paths";
import { useRoles } from "./UserRole";
import { useUserColumns } from "./useUserColumns";

function useFilters(): FilterOffer<"users">[] {
  const { t } = useTranslation("users");
  const isStaff = useIsStaff();
  const roles = useRoles();
  const yesOrNo = { yes: t("filter.owners"), no: t("filter.others") };
  return [
    ...(isStaff
      ? [{ kind: "oneOf" as const, field: "role" as const, label: t("column.role"), options: roles }]
      : []),
    { kind: "oneOf", field: "owner", label: t("column.owner"), options: yesOrNo },
    { kind: "dates", field: "lastLoginAt", label: t("column.lastLogin") },
    { kind: "dates", field: "createdAt", label: t("column.created") },
  ];
}

/** Everybody one may know of, by name. */
export default function UserList() {
  const { t } = useTranslation("users");
  const area = useArea();
  const create = { to: userPaths.create(area), label: t("create.action") };
  const mayCreate = useMayOpen()(create.to);
  const state = useListState({ field: "displayName", direction: "asc" });
  return (
    <ListPage
      title={t("list.title")}
      create={create}
      name="users"
      state={state}
      rows={users.useList(state.cursor)}
      columns={useUserColumns()}
      rowLabel={(user) => user.displayName}
      rowTo={(user) => userPaths.detail(area, user.id)}
      searchLabel={t("list.search")}
      filters={useFilters()}
      exportAs={users.export}
      resource={t("list.resource")}
      empty={{
        icon: "user",
        title: t("list.empty.title"),
        text: mayCreate ? t("list.empty.create") : t("list.empty.ask"),
      }}
    />
  );
}
