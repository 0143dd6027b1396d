import {
  Button,
  Can,
  client,
  Dialog,
  Empty,
  Figure,
  IconButton,
  RecordPage,
  Row,
  refresh,
  Section,
  SimpleTable,
  unwrap,
  useAct,
  useGet,
} from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { type Binding, shipments } from "./inbound";
import { MappingForm } from "./MappingForm";
import { paths } from "./paths";

const useBindings = (id: string) => useGet("/inbound-shipment/{id}/binding", { params: { path: { id } } });

/** Whose the units are while no mapping says otherwise: whoever owns the store that the shipment comes to. */
function Owners({ shipmentId }: { shipmentId: string }) {
  const { t } = useTranslation("bigblue");
  const { data } = shipments.useOne(shipmentId);
  const names = data?.organizations.map(({ name }) => name).join(", ");
  return (
    <Empty icon="organization" title={names ? t("mapping.empty.owned", { names }) : t("mapping.empty.title")}>
      {t("mapping.empty.text")}
    </Empty>
  );
}

interface BindingsProps {
  shipmentId: string;
  bindings: Binding[];
  onOpen: (binding: Binding) => void;
}

function Bindings({ shipmentId, bindings, ...props }: BindingsProps) {
  const { t } = useTranslation("bigblue");
  const [remove] = useAct(({ id, expression }: Binding) => ({
    confirm: {
      title: t("mapping.removeTitle", { expression }),
      text: t("mapping.removeText"),
      confirm: t("mapping.remove"),
      destructive: true,
    },
    run: () => unwrap(client.DELETE("/inbound-shipment/binding/{id}", { params: { path: { id } } })),
    done: t("mapping.removed"),
    failed: t("mapping.removeFailed"),
    after: () => void refresh("inbound-shipment"),
    undo: {
      run: async () => {
        await unwrap(client.POST("/inbound-shipment/binding/{id}/restore", { params: { path: { id } } }));
        void refresh("inbound-shipment");
      },
      failed: t("mapping.restoreFailed"),
    },
  }));
  return (
    <Section title={t("mapping.list")}>
      {bindings.length === 0 ? (
        <Owners shipmentId={shipmentId} />
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
                      icon="edit"
                      label={t("mapping.edit", { expression: binding.expression })}
                      onClick={() => props.onOpen(binding)}
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
  );
}

/** Which organization each part of a shipment belongs to. */
export default function InboundMapping() {
  const { t } = useTranslation("bigblue");
  const { shipmentId = "" } = useParams();
  const [open, setOpen] = useState<{ binding?: Binding } | null>(null);
  return (
    <RecordPage
      of={[shipmentId]}
      useRecord={useBindings}
      breadcrumbs={[
        { label: t("inbound.title"), to: paths.shipments },
        { label: t("inbound.shipment"), to: paths.shipment(shipmentId) },
      ]}
      title={() => t("mapping.title")}
      actions={() => (
        <Can permission="WRITE_CONNECTOR">
          <Button kind="primary" icon="add" onClick={() => setOpen({})}>
            {t("mapping.add")}
          </Button>
        </Can>
      )}
    >
      {(bindings) => (
        <>
          <Bindings shipmentId={shipmentId} bindings={bindings} onOpen={(binding) => setOpen({ binding })} />
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
        </>
      )}
    </RecordPage>
  );
}
