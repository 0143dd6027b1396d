import { ActionMenu, Button, cursorOf, useCan } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useArea } from "../../app/area";
import { stores } from "../../stores/api";
import { statementPath } from "./paths";
import "./useStatementWords";

/** By their names, as many as a menu bears. */
const FIRST = cursorOf({ take: 50, orderBy: [{ field: "name", direction: "asc" }] });

/** The way from invoices to the account of one's store, or of one of them. */
export function StatementLinks() {
  const { t } = useTranslation("statement");
  const area = useArea();
  const navigate = useNavigate();
  const { page } = stores.useList(useCan()("READ_STORE") ? FIRST : null);
  const [store, ...others] = page?.rows ?? [];
  if (!store) return null;
  if (others.length === 0)
    return (
      <Button icon="finance" to={statementPath(area, store.id)}>
        {t("title")}
      </Button>
    );
  return (
    <ActionMenu
      label={t("choose")}
      text={t("title")}
      icon="finance"
      actions={[store, ...others].map(({ id, name }) => ({
        id,
        label: name,
        onClick: () => void navigate(statementPath(area, id)),
      }))}
    />
  );
}
