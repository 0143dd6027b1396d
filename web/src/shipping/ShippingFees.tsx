import { ApiError, Empty, Loaded, OnScreen, RecordPage, useIsStaff } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useArea } from "../app/area";
import { organizationTerms } from "../organizations/api";
import { organizationPaths } from "../organizations/paths";
import { useStorePrices } from "./api";
import { CarrierChoice } from "./CarrierChoice";
import { PriceFinder } from "./PriceFinder";
import { PriceTable } from "./PriceTable";
import { shippingPaths } from "./paths";

/** A store as the contract of its organization names it. */
function useStoreOf(organizationId: string, storeId: string) {
  const { data, error, retry } = organizationTerms.useOne(organizationId);
  const store = data?.stores.find(({ id }) => id === storeId);
  const isMissing = data !== undefined && store === undefined;
  return {
    data: data && store && { store, organization: data.organization },
    error: isMissing ? new ApiError(404, { name: "NotFoundResourceException" }) : error,
    retry,
  };
}

/** Where in the address the only carrier stands whose prices are asked for. */
const ONLY = "only";

interface FeesProps {
  storeId: string;
  title: string;
}

function Fees({ storeId, title }: FeesProps) {
  const [address, setAddress] = useSearchParams();
  const only = address.get(ONLY);
  const prices = useStorePrices(storeId, only);
  // More than one answer holds.
  const isTooMuch = only === null && prices.error?.fields.some(({ field }) => field === "carrierId");
  if (!isTooMuch && only === null) return <Table of={prices} title={title} />;
  return (
    <>
      <OnScreen>
        <CarrierChoice
          storeId={storeId}
          carrier={only}
          onChoose={(carrier) => setAddress({ [ONLY]: carrier }, { preventScrollReset: true })}
        />
      </OnScreen>
      {only !== null && <Table of={prices} title={title} />}
    </>
  );
}

function Table({ of, title }: { of: ReturnType<typeof useStorePrices>; title: string }) {
  const { t } = useTranslation("shipping");
  return (
    <Loaded of={of} lines={12}>
      {(table) =>
        table.carriers.length === 0 ? (
          <Empty icon="shipped" title={t("fees.none")}>
            {t("fees.noneText")}
          </Empty>
        ) : (
          <>
            <OnScreen>
              <PriceFinder table={table} />
            </OnScreen>
            <PriceTable table={table} title={title} />
          </>
        )
      }
    </Loaded>
  );
}

/** What shipping costs a store: a parcel's price and why, and the table of all of them. */
export default function ShippingFees() {
  const { t } = useTranslation("shipping");
  const area = useArea();
  const isStaff = useIsStaff();
  const { organizationId, storeId } = shippingPaths.fees.useIds();
  return (
    <RecordPage
      // A customer's address names the organization by the area it stands in.
      of={[area.id ?? organizationId, storeId]}
      useRecord={useStoreOf}
      breadcrumbs={({ organization }) =>
        isStaff
          ? [
              { label: t("fees.organizations"), to: organizationPaths.list(area) },
              { label: organization.name, to: organizationPaths.detail(area, organization.id) },
              { label: t("fees.terms"), to: organizationPaths.terms(area, organization.id) },
            ]
          : [{ label: t("fees.terms"), to: organizationPaths.ownTerms(area) }]
      }
      title={({ store }) => t("fees.title", { store: store.name })}
    >
      {({ store }) => <Fees storeId={store.id} title={t("fees.title", { store: store.name })} />}
    </RecordPage>
  );
}
