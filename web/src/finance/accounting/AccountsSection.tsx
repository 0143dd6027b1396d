import {
  Button,
  FormSection,
  Link,
  Loaded,
  Row,
  SimpleTable,
  Stack,
  StatusBadge,
  useMayOpen,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { companyPath } from "../company/paths";
import type { useBooks } from "./api";

/** Which of the company's accounts the service's ledger has. */
export function AccountsSection({ books }: { books: ReturnType<typeof useBooks> }) {
  const { t } = useTranslation("accounting");
  const company = companyPath(useArea());
  const mayOpen = useMayOpen()(company);
  return (
    <FormSection title={t("account.title")} description={t("account.text")}>
      <Stack gap={12}>
        <Loaded of={books} lines={6}>
          {({ accounts }) => (
            <SimpleTable
              caption={t("account.title")}
              rows={accounts}
              rowKey={({ account }) => account}
              columns={[
                { id: "account", header: t("account.number"), cell: ({ account }) => account },
                {
                  id: "label",
                  header: t("account.label"),
                  cell: ({ label }) =>
                    label ?? <StatusBadge tone="critical">{t("account.missing")}</StatusBadge>,
                },
              ]}
            />
          )}
        </Loaded>
        {books.data && (
          <Row justify="between">
            {mayOpen ? <Link to={company}>{t("account.company")}</Link> : <span />}
            <Button icon="synchronize" busy={books.isRefreshing} onClick={books.retry}>
              {t("account.again")}
            </Button>
          </Row>
        )}
      </Stack>
    </FormSection>
  );
}
