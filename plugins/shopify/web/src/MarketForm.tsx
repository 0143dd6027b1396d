import { Button, CountriesField, Dialog, DialogBar, Form, Stack, toast, useForm } from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Market } from "./api";
import { setMarkets } from "./api";

interface MarketFormProps {
  store: string;
  /** What the portal's market holds now. */
  countries: string[];
  onDone: () => void;
}

function MarketForm({ store, countries, onDone }: MarketFormProps) {
  const { t } = useTranslation("shopify");
  const form = useForm({ defaultValues: { countries } });
  const save = async (values: { countries: string[] }) => {
    await setMarkets(store, values.countries);
    toast(t("markets.saved"));
    onDone();
  };
  return (
    <Form form={form} onSubmit={save} failure={t("markets.notSaved")}>
      <Stack>
        <CountriesField
          name="countries"
          label={t("markets.countries")}
          description={t("markets.countriesText")}
          required
        />
        <DialogBar label={t("markets.save")} onClose={onDone} />
      </Stack>
    </Form>
  );
}

interface MarketButtonProps {
  store: string;
  /** What people call it. */
  shop: string;
  /** The shop's, as it has them now. */
  markets: Market[];
}

/** Opens the form of the countries that a shop sells to by the portal's market. */
export function MarketButton({ store, shop, markets }: MarketButtonProps) {
  const { t } = useTranslation("shopify");
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t("markets.set")}</Button>
      <Dialog title={t("markets.setTitle", { shop })} open={isOpen} onClose={close}>
        <MarketForm
          store={store}
          countries={markets.find(({ ours }) => ours)?.countries ?? []}
          onDone={close}
        />
      </Dialog>
    </>
  );
}
