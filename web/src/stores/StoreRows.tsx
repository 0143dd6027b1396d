import { FormGrid, fieldsOf, StatusBadge, useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { organizationRecords } from "../organizations/records";
import type { Store } from "./api";
import { useLinkTypes } from "./useStoreLabels";
import { type StoreValues, sumOfShares } from "./values";

const { NumberField, RecordField, RowsField, SelectField, TextField, useValue } = fieldsOf<StoreValues>();

/** What the shares sum to now, said aloud when it changes. */
function ShareSum() {
  const { t } = useTranslation("stores");
  const { percent } = useFormats();
  const sum = sumOfShares(useValue("organizations"));
  return (
    <div role="status">
      <StatusBadge tone={sum === 100 ? "success" : "warning"}>
        {sum === 100 ? t("share.whole") : t("share.wrong", { sum: percent(sum) })}
      </StatusBadge>
    </div>
  );
}

/** Whose the store is, and to what part. */
export function SharesField({ owners }: { owners: Store["organizations"] }) {
  const { t } = useTranslation("stores");
  const organizations = useValue("organizations");
  const nameOf = (id: string) => owners.find(({ organizationId }) => organizationId === id)?.name;
  const rest = () => String(Math.max(0, Math.round((100 - sumOfShares(organizations)) * 100) / 100));
  return (
    <>
      <RowsField
        name="organizations"
        label={t("share.label")}
        required
        max={100}
        addLabel={t("share.add")}
        removeLabel={(index) => t("share.remove", { place: index + 1 })}
        newRow={() => ({ organizationId: null, ownershipPercentage: rest() })}
        row={(prefix) => (
          <FormGrid>
            <RecordField
              name={`${prefix}.organizationId`}
              label={t("share.organization")}
              source={organizationRecords}
              labelOf={nameOf}
              required
            />
            <NumberField
              name={`${prefix}.ownershipPercentage`}
              label={t("share.percentage")}
              suffix="%"
              min={0}
              max={100}
              required
            />
          </FormGrid>
        )}
      />
      <ShareSum />
    </>
  );
}

/** Where the store is found. */
export function LinksField({ links }: { links: StoreValues["links"] }) {
  const { t } = useTranslation("stores");
  const types = useLinkTypes();
  // The server takes any type: one that this form does not offer is kept.
  const known = [...new Set([...Object.keys(types), ...links.map(({ type }) => type)])];
  return (
    <RowsField
      name="links"
      label={t("link.label")}
      max={20}
      emptyText={t("link.none")}
      addLabel={t("link.add")}
      removeLabel={(index) => t("link.remove", { place: index + 1 })}
      newRow={{ type: "shop", url: "" }}
      row={(prefix) => (
        <FormGrid>
          <SelectField
            name={`${prefix}.type`}
            label={t("link.type")}
            options={known.map((value) => ({ value, label: types[value] ?? value }))}
            required
          />
          <TextField
            name={`${prefix}.url`}
            label={t("link.url")}
            type="url"
            placeholder="https://"
            required
            maxLength={500}
            autoComplete="off"
          />
        </FormGrid>
      )}
    />
  );
}

/** What else the store is charged for. */
export function ChargesField() {
  const { t } = useTranslation("stores");
  return (
    <RowsField
      name="charges"
      label={t("charge.label")}
      max={100}
      emptyText={t("charge.none")}
      addLabel={t("charge.add")}
      removeLabel={(index) => t("charge.remove", { place: index + 1 })}
      newRow={{ name: "", price: "", unit: "" }}
      row={(prefix) => (
        <>
          <TextField name={`${prefix}.name`} label={t("charge.name")} required maxLength={255} />
          <FormGrid>
            <NumberField
              name={`${prefix}.price`}
              label={t("charge.price")}
              suffix="€"
              min={0}
              decimals={2}
              required
            />
            <TextField
              name={`${prefix}.unit`}
              label={t("charge.unit")}
              placeholder={t("charge.unitExample")}
              required
              maxLength={50}
            />
          </FormGrid>
        </>
      )}
    />
  );
}
