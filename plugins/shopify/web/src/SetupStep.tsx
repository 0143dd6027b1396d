import {
  Form,
  FormGrid,
  type FormOf,
  fieldsOf,
  Link,
  MoneyField,
  PercentField,
  Quiet,
  Stack,
  useMayOpen,
  useOnChange,
  usePluginName,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Carrier, Settings } from "./api";

export interface SetupValues extends Settings {
  carrierIds: string[];
}

export const SETUP_FORM = "shopify-setup";
export const NO_SETUP: SetupValues = {
  carrierIds: [],
  providers: [],
  marginPercent: "",
  additionalCost: "",
  discountPercent: "",
};

/** The portal's table of VAT, which the prices of all stores follow. */
const VAT = "/admin/shipping/vat";

const { MultiSelectField, SwitchField, useValue } = fieldsOf<SetupValues>();

interface SetupStepProps {
  form: FormOf<SetupValues>;
  /** All that there are. */
  carriers: Carrier[];
  onSubmit: (values: SetupValues) => Promise<void>;
  /** Reads it again, when somebody else has changed it since. */
  onReload: () => unknown;
}

interface ProviderProps extends Pick<SetupStepProps, "form" | "carriers"> {
  at: number;
  id: string;
}

/** What the store agreed on with a provider; its carriers go with it. */
function Provider({ form, carriers, at, id }: ProviderProps) {
  const { t } = useTranslation("shopify");
  const name = usePluginName()(id);
  useOnChange(form, `providers.${at}.enable`, (enable) => {
    const isTheirs = (carrier: string) => carriers.some((one) => one.id === carrier && one.provider === id);
    if (!enable)
      form.setValue(
        "carrierIds",
        form.getValues("carrierIds").filter((carrier) => !isTheirs(carrier)),
        {
          shouldDirty: true,
        },
      );
  });
  return (
    <FormGrid>
      <SwitchField
        name={`providers.${at}.enable`}
        label={t("wizard.setup.provider", { name })}
        description={t("wizard.setup.providerText")}
      />
      <PercentField
        name={`providers.${at}.supplementFeePercent`}
        label={t("wizard.setup.supplement", { name })}
        description={t("wizard.setup.supplementText")}
        required
      />
    </FormGrid>
  );
}

/** The carriers of the providers that are switched on. */
function Carriers({ carriers }: { carriers: Carrier[] }) {
  const { t } = useTranslation("shopify");
  const nameOf = usePluginName();
  const enabled = useValue("providers").filter(({ enable }) => enable);
  const offered = carriers.filter(({ provider }) => enabled.some(({ id }) => id === provider));
  return (
    <MultiSelectField
      name="carrierIds"
      label={t("wizard.setup.carriers")}
      description={t("wizard.setup.carriersText")}
      required
      options={offered.map(({ id, name, provider }) => ({
        value: id,
        label: `${name} (${nameOf(provider)})`,
      }))}
    />
  );
}

/** The carriers whose rates are deployed, and what goes on top of what they cost. */
export function SetupStep({ form, carriers, onSubmit, onReload }: SetupStepProps) {
  const { t } = useTranslation("shopify");
  const providers = form.watch("providers");
  const mayOpen = useMayOpen();
  return (
    <Form
      id={SETUP_FORM}
      form={form}
      onSubmit={onSubmit}
      onReload={onReload}
      failure={t("wizard.setup.notSaved")}
    >
      <Stack>
        <Carriers carriers={carriers} />
        <FormGrid>
          <PercentField
            name="marginPercent"
            label={t("wizard.setup.margin")}
            description={t("wizard.setup.marginText")}
            required
          />
          <MoneyField
            name="additionalCost"
            label={t("wizard.setup.additional")}
            description={t("wizard.setup.additionalText")}
            min={0}
            required
          />
          <PercentField
            name="discountPercent"
            label={t("wizard.setup.discount")}
            description={t("wizard.setup.discountText")}
            required
          />
        </FormGrid>
        {mayOpen(VAT) && (
          <Quiet>
            <Link to={VAT} external>
              {t("wizard.setup.vat")}
            </Link>
          </Quiet>
        )}
        {providers.map(({ id }, at) => (
          <Provider key={id} form={form} carriers={carriers} at={at} id={id} />
        ))}
      </Stack>
    </Form>
  );
}
