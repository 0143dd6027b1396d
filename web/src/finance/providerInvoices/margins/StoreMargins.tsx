import { Stack } from "@comptoir/kit";
import { fetchTexts } from "../../../i18n";
import { Margins } from "./Margins";
import { MarginsFilters } from "./MarginsFilters";
import { useAsked } from "./useAsked";

// For the page of a store.
fetchTexts("providerInvoices");

/** What providers' invoices left to the company of one store. */
export default function StoreMargins({ storeId }: { storeId: string }) {
  const { form, asked } = useAsked();
  return (
    <Stack>
      <MarginsFilters form={form} />
      {asked && <Margins asked={{ ...asked, storeId }} />}
    </Stack>
  );
}
