import { type Column, DateTime, NONE, useIsStaff } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { UserRow } from "./api";
import { OwnerMark, UserRole } from "./UserRole";

/** The columns of the list of users; only staff see more than one role. */
export function useUserColumns(): Column<UserRow, "users">[] {
  const { t } = useTranslation("users");
  const isStaff = useIsStaff();
  return useMemo(() => {
    const role: Column<UserRow, "users"> = {
      id: "role",
      header: t("column.role"),
      cell: (user) => <UserRole role={user.role} />,
      card: "mark",
    };
    return [
      {
        id: "displayName",
        header: t("column.name"),
        cell: (user) => user.displayName,
        sortable: true,
        card: "title",
      },
      {
        id: "email",
        header: t("column.email"),
        cell: (user) => user.email,
        sortable: true,
        card: "fact",
      },
      ...(isStaff ? [role] : []),
      { id: "owner", header: t("column.owner"), cell: (user) => <OwnerMark owner={user.owner} /> },
      {
        id: "resources",
        header: t("column.resources"),
        cell: (user) => user.resources.join(", ") || NONE,
        card: "fact",
      },
      {
        id: "lastLoginAt",
        header: t("column.lastLogin"),
        cell: (user) => (user.lastLoginAt ? <DateTime at={user.lastLoginAt} /> : t("never")),
        align: "right",
        sortable: true,
        card: "fact",
      },
      {
        id: "createdAt",
        header: t("column.created"),
        cell: (user) => <DateTime at={user.createdAt} />,
        align: "right",
        sortable: true,
      },
    ];
  }, [t, isStaff]);
}
