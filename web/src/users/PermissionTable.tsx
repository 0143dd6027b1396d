import {
  GRANTABLE,
  NONE,
  type Permission,
  SimpleTable,
  Tick,
  usePermissionNames,
  usePermissionSubjects,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Role } from "./api";
import { inOrder } from "./values";

interface PermissionTableProps {
  role: Role;
  granted: readonly Permission[];
  /** Why one cannot be given or taken; undefined where it can. */
  lockOf: (permission: Permission) => string | undefined;
  onChange: (granted: Permission[]) => void;
}

/** Several permissions and the box for all of them. */
interface Group {
  id: string;
  label: string;
  read: Permission[];
  write: Permission[];
}

/** The permissions that a role may have, a subject a row; the first row is for all of them. */
function useGroups(role: Role): Group[] {
  const { t } = useTranslation("users");
  const offered = new Set(GRANTABLE[role]);
  const groups = usePermissionSubjects()
    .map(({ id, label, read, write }) => ({
      id: id as string,
      label,
      read: [read].filter((each) => offered.has(each)),
      write: [write].filter((each) => offered.has(each)),
    }))
    .filter(({ read, write }) => read.length + write.length > 0);
  const all = {
    id: "ALL",
    label: t("permissions.all"),
    read: groups.flatMap(({ read }) => read),
    write: groups.flatMap(({ write }) => write),
  };
  return [all, ...groups];
}

/** Changing is of no use without reading: with the one comes the other, and goes with it. */
const withPartners = (permissions: Permission[], isTaken: boolean) =>
  permissions.flatMap((permission) => {
    const [from, to] = isTaken ? ["READ_", "WRITE_"] : ["WRITE_", "READ_"];
    return [permission, permission.replace(from as string, to as string) as Permission];
  });

/** One box for some permissions: on, off, or in between. */
function TickAll(
  props: PermissionTableProps & { permissions: Permission[]; label: string; text?: string | null },
) {
  const { permissions, lockOf } = props;
  const granted = new Set(props.granted);
  const open = permissions.filter((permission) => !lockOf(permission));
  const count = permissions.filter((permission) => granted.has(permission)).length;
  const change = () => {
    const isOn = open.every((permission) => granted.has(permission));
    const grantable = new Set(GRANTABLE[props.role]);
    const isOpen = (each: Permission) => grantable.has(each) && !lockOf(each);
    const changed = new Set(withPartners(open, isOn).filter(isOpen));
    const others = props.granted.filter((permission) => !changed.has(permission));
    props.onChange(inOrder(isOn ? others : [...others, ...changed]));
  };
  if (permissions.length === 0) return NONE;
  return (
    <Tick
      label={props.label}
      text={props.text}
      checked={count === permissions.length}
      mixed={count > 0 && count < permissions.length}
      lockedBecause={open.length === 0 ? lockOf(permissions[0] as Permission) : undefined}
      onChange={change}
    />
  );
}

/** What a user may read and change, subject by subject. */
export function PermissionTable(props: PermissionTableProps) {
  const { t } = useTranslation("users");
  const names = usePermissionNames();
  const groups = useGroups(props.role);
  const nameOf = ([first, ...others]: Permission[], all: string) =>
    first && others.length === 0 ? names[first] : all;
  return (
    <SimpleTable
      caption={t("permissions.title")}
      rows={groups}
      rowKey={(group) => group.id}
      columns={[
        {
          id: "subject",
          header: t("permissions.subject"),
          cell: ({ label, read, write }) => (
            <TickAll {...props} permissions={[...read, ...write]} label={label} />
          ),
        },
        {
          id: "read",
          header: t("permissions.read"),
          cell: ({ read }) => (
            <TickAll
              {...props}
              permissions={read}
              label={nameOf(read, t("permissions.readAll"))}
              text={null}
            />
          ),
        },
        {
          id: "write",
          header: t("permissions.write"),
          cell: ({ write }) => (
            <TickAll
              {...props}
              permissions={write}
              label={nameOf(write, t("permissions.writeAll"))}
              text={null}
            />
          ),
        },
      ]}
    />
  );
}
