import {
  Button,
  Can,
  client,
  confirm,
  Dialog,
  Empty,
  ErrorView,
  Figure,
  IconButton,
  Page,
  PageSkeleton,
  Row,
  refresh,
  Section,
  SimpleTable,
  toast,
  toastFailure,
  unwrap,
  useGet,
} from "@comptoir/kit";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import type { Binding } from "./inbound";
import { MappingForm } from "./MappingForm";
import { paths } from "./paths";

/** Which organization each part of a shipment belongs to. */
export default function InboundMapping() {
  const { t } = useTranslation("bigblue");
  const { shipmentId = "" } = useParams();
  const init = { params: { path: { id: shipmentId } } };
  const { data: bindings, error, mutate } = useGet("/bigblue/inbound-shipment/{id}/binding", init);
  const [open, setOpen] = useState<{ binding?: Binding } | null>(null);
  const [list, view] = [t("inbound.title"), t("inbound.shipment")];
  const breadcrumbs = useMemo(
    () => [
      { label: list, to: paths.shipments },
      { label: view, to: paths.shipment(shipmentId) },
    ],
    [list, view, shipmentId],
  );
  if (error) return <ErrorView error={error} retry={() => void mutate()} level={1} />;
  if (!bindings) return <PageSkeleton />;

  const remove = async ({ id, expression }: Binding) => {
    const title = t("mapping.removeTitle", { expression });
    const verb = t("mapping.remove");
    if (!(await confirm({ title, text: t("mapping.removeText"), confirm: verb, destructive: true }))) return;
    try {
      await unwrap(client.DELETE("/bigblue/inbound-shipment/binding/{id}", { params: { path: { id } } }));
      void refresh("bigblue/inbound-shipment");
      toast(t("mapping.removed"));
    } catch (reason) {
      toastFailure(t("mapping.removeFailed"), reason);
    }
  };
  return (
    <Page
      title={t("mapping.title")}
      breadcrumbs={breadcrumbs}
      width="text"
      actions={
        <Can permission="WRITE_CONNECTOR">
          <Button kind="primary" icon="add" onClick={() => setOpen({})}>
            {t("mapping.add")}
          </Button>
        </Can>
      }
    >
      <Section title={t("mapping.list")}>
        {bindings.length === 0 ? (
          <Empty icon="organization" title={t("mapping.empty.title")}>
            {t("mapping.empty.text")}
          </Empty>
        ) : (
          <SimpleTable
            caption={t("mapping.list")}
            rows={bindings}
            rowKey={({ id }) => id}
            columns={[
              { id: "expression", header: t("mapping.expression"), cell: ({ expression }) => expression },
              {
                id: "organization",
                header: t("mapping.organization"),
                cell: ({ organizationName }) => organizationName,
              },
              {
                id: "units",
                header: t("mapping.units"),
                align: "right",
                cell: ({ units }) => <Figure value={units} />,
              },
              {
                id: "quantity",
                header: t("inbound.expected"),
                align: "right",
                cell: ({ quantity }) => <Figure value={quantity} />,
              },
              {
                id: "actions",
                header: t("mapping.actions"),
                align: "right",
                cell: (binding) => (
                  <Can permission="WRITE_CONNECTOR">
                    <Row justify="end">
                      <IconButton
                        icon="settings"
                        label={t("mapping.edit", { expression: binding.expression })}
                        onClick={() => setOpen({ binding })}
                      />
                      <IconButton
                        icon="delete"
                        label={t("mapping.removeOf", { expression: binding.expression })}
                        onClick={() => void remove(binding)}
                      />
                    </Row>
                  </Can>
                ),
              },
            ]}
          />
        )}
      </Section>
      <Dialog
        title={open?.binding ? t("mapping.editTitle") : t("mapping.add")}
        open={open !== null}
        onClose={() => setOpen(null)}
      >
        <MappingForm
          key={open?.binding?.id ?? "new"}
          shipmentId={shipmentId}
          binding={open?.binding}
          onDone={() => setOpen(null)}
        />
      </Dialog>
    </Page>
  );
}
