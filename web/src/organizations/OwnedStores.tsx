import { Button, Empty, Link, Section, SimpleTable, useFormats, useMayOpen } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { storePaths } from "../stores/paths";
import type { Organization } from "./api";

/** The stores that an organization has a share of. */
export function OwnedStores({ id: organizationId, stores }: Pick<Organization, "id" | "stores">) {
  const { t } = useTranslation("organizations");
  const area = useArea();
  const { percent } = useFormats();
  const mayOpen = useMayOpen();
  const create = storePaths.create(area);
  return (
    <Section
      title={t("stores.title")}
      action={
        mayOpen(create) && (
          <Button icon="add" to={`${create}?organization=${organizationId}`}>
            {t("stores.create")}
          </Button>
        )
      }
    >
      {stores.length === 0 ? (
        <Empty icon="store" title={t("stores.none")}>
          {t("stores.noneText")}
        </Empty>
      ) : (
        <SimpleTable
          caption={t("stores.title")}
          rows={stores}
          rowKey={(store) => store.id}
          columns={[
            {
              id: "name",
              header: t("stores.store"),
              cell: ({ id, name }) => {
                const to = storePaths.detail(area, id);
                return mayOpen(to) ? <Link to={to}>{name}</Link> : name;
              },
            },
            {
              id: "share",
              header: t("stores.share"),
              cell: (store) => percent(store.ownershipPercentage),
              align: "right",
            },
          ]}
        />
      )}
    </Section>
  );
}
