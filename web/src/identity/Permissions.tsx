import {
  Icon,
  type Permission,
  type PermissionSubject,
  Quiet,
  Section,
  SimpleTable,
  useCan,
  usePermissionSubjects,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import classes from "./Permissions.module.css";

function GrantMark({ permission }: { permission: Permission }) {
  const { t } = useTranslation("identity");
  const isGranted = useCan()(permission);
  return (
    <span className={classes.grant} data-granted={isGranted || undefined}>
      <Icon name={isGranted ? "check" : "close"} size={14} />
      {isGranted ? t("permissions.yes") : t("permissions.no")}
    </span>
  );
}

function PermissionTable({ subjects }: { subjects: PermissionSubject[] }) {
  const { t } = useTranslation("identity");
  return (
    <SimpleTable
      caption={t("permissions.title")}
      rows={subjects}
      rowKey={(subject) => subject.id}
      columns={[
        { id: "subject", header: t("permissions.subject"), cell: (subject) => subject.label },
        {
          id: "read",
          header: t("permissions.read"),
          cell: (subject) => <GrantMark permission={subject.read} />,
        },
        {
          id: "write",
          header: t("permissions.write"),
          cell: (subject) => <GrantMark permission={subject.write} />,
        },
      ]}
    />
  );
}

/** What one may read and change; subjects of which one may do neither are left out. */
export function Permissions() {
  const { t } = useTranslation("identity");
  const can = useCan();
  const subjects = usePermissionSubjects().filter(({ read, write }) => can(read) || can(write));
  return (
    <Section title={t("permissions.title")}>
      {can("SUPER_ADMIN") ? (
        <Quiet>{t("permissions.all")}</Quiet>
      ) : subjects.length === 0 ? (
        <Quiet>{t("permissions.none")}</Quiet>
      ) : (
        <PermissionTable subjects={subjects} />
      )}
    </Section>
  );
}
