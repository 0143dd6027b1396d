import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { Facts, Section } from "../display/Section";
import { StatusBadge } from "../display/StatusBadge";
import { NONE } from "../display/values";
import { History } from "../history/History";
import { useFormats } from "../i18n/format";
import { MoreMenu } from "../layout/ActionMenu";
import { Button } from "../layout/parts";
import { EditForm } from "../page/RecordForm";
import { RecordPage } from "../page/RecordPage";
import { CarrierFields } from "./CarrierFields";
import {
  type Carrier,
  type CarrierValues,
  carriers,
  namesOf,
  type ShippingPlace,
  toInput,
  toValues,
  useMayChange,
} from "./carriers";
import { useCarrierActions } from "./useCarrierActions";
import { Days } from "./useCarrierColumns";
import { useCrumbs } from "./useCrumbs";

function CarrierForm({ carrier }: { carrier: Carrier }) {
  const { t } = useTranslation("carriers");
  const save = (read: Carrier, values: CarrierValues) =>
    carriers.save(read, toInput(read.provider, values, read.translations));
  return (
    <EditForm
      record={carrier}
      toValues={toValues}
      save={save}
      done={({ name }) => t("edit.done", { name })}
      failure={t("edit.failed")}
      onReload={() => carriers.read(carrier.id)}
    >
      <CarrierFields provider={carrier.provider} />
    </EditForm>
  );
}

/** What the form would show, for those who may only read. */
function CarrierView({ carrier }: { carrier: Carrier }) {
  const { t } = useTranslation("carriers");
  const format = useFormats();
  const { fr, en } = namesOf(carrier.translations);
  return (
    <Section title={t("section.service")}>
      <Facts
        facts={[
          { label: t("field.name"), value: carrier.name },
          { label: t("field.code"), value: carrier.code || NONE },
          { label: t("field.fuelSurchage"), value: format.percent(carrier.fuelSurchage) },
          { label: t("column.days"), value: <Days of={carrier} /> },
          { label: t("field.french"), value: fr || NONE },
          { label: t("field.english"), value: en || NONE },
        ]}
      />
    </Section>
  );
}

/** One carrier: its form for those who keep carriers, its facts for others. */
export default function CarrierDetailPage({ place }: { place: ShippingPlace }) {
  const { t } = useTranslation("carriers");
  const { carrierId = "" } = useParams();
  const isEditable = useMayChange();
  return (
    <RecordPage
      of={[carrierId]}
      useRecord={carriers.useOne}
      breadcrumbs={useCrumbs(place).carrier}
      title={({ name }) => name}
      mark={({ archivedAt }) => archivedAt && <StatusBadge tone="new">{t("archived")}</StatusBadge>}
      actions={(carrier, leave) => (
        <>
          {!carrier.archivedAt && (
            <Button icon="finance" to={`${place.prices}?carrier=${carrier.id}`}>
              {t("toPrices")}
            </Button>
          )}
          {isEditable && <Actions carrier={carrier} leave={leave} />}
        </>
      )}
    >
      {(carrier) => (
        <>
          {isEditable && !carrier.archivedAt ? (
            <CarrierForm carrier={carrier} />
          ) : (
            <CarrierView carrier={carrier} />
          )}
          <History
            entity="shipping-carrier"
            id={carrier.id}
            fields={{
              name: t("field.name"),
              code: t("field.code"),
              fuelSurchage: t("field.fuelSurchage"),
              minDays: t("field.minDays"),
              maxDays: t("field.maxDays"),
              translations: t("section.names"),
              archivedAt: t("archived"),
            }}
          />
        </>
      )}
    </RecordPage>
  );
}

function Actions({ carrier, leave }: { carrier: Carrier; leave: () => void }) {
  const actions = useCarrierActions(leave);
  return <MoreMenu actions={actions(carrier)} />;
}
