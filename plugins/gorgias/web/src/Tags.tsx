import {
  Button,
  CopyId,
  Form,
  Loaded,
  Quiet,
  Row,
  Section,
  SimpleTable,
  Stack,
  StatusBadge,
  TextField,
  useForm,
} from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useTags } from "./api";

function Found({ connector, search }: { connector: string; search: string }) {
  const { t } = useTranslation("gorgias");
  return (
    <Loaded of={useTags(connector, search)} lines={5}>
      {({ rows, meta }) =>
        rows.length === 0 ? (
          <span role="status">{t("tag.none")}</span>
        ) : (
          <Stack>
            <SimpleTable
              caption={t("tag.title")}
              rows={rows}
              rowKey={({ name }) => name}
              columns={[
                { id: "name", header: t("tag.name"), cell: ({ name }) => <CopyId value={name} /> },
                {
                  id: "chosen",
                  header: t("tag.use"),
                  cell: ({ chosen }) => chosen && <StatusBadge tone="success">{t("tag.chosen")}</StatusBadge>,
                },
              ]}
            />
            {meta.next && <Quiet>{t("tag.more", { count: meta.total - rows.length })}</Quiet>}
          </Stack>
        )
      }
    </Loaded>
  );
}

/** The tags of the account: to find the one that the store's tickets carry. */
export function Tags({ connector }: { connector: string }) {
  const { t } = useTranslation("gorgias");
  const form = useForm({ defaultValues: { search: "" } });
  const [search, setSearch] = useState("");
  return (
    <Section title={t("tag.title")}>
      <Stack>
        <Quiet>{t("tag.text")}</Quiet>
        <Form form={form} onSubmit={async (values) => setSearch(values.search)} failure={t("tag.notFound")}>
          <Row align="end">
            <TextField name="search" label={t("tag.search")} maxLength={255} />
            <Button type="submit" icon="search">
              {t("tag.find")}
            </Button>
          </Row>
        </Form>
        <Found connector={connector} search={search} />
      </Stack>
    </Section>
  );
}
