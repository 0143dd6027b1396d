import {
  type Column,
  Country,
  columnsOf,
  Link,
  NONE,
  Quiet,
  Stack,
  StatusBadge,
  useMayOpen,
} from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { orderPaths } from "../../orders/paths";
import { SignedAmount } from "../SignedAmount";
import type { Parcel } from "./api";
import { useExceptions } from "./useProviderInvoiceWords";

const { text, money } = columnsOf<Parcel, "providerParcels">();

const euros = (amount: string | null) => (amount === null ? null : { amount, currency: "EUR" });

/** An order by its reference or the provider's id, which leads to it for those who may go. */
export function OrderLink({ orderId, name }: { orderId: string | null; name: string }) {
  const area = useArea();
  const mayOpen = useMayOpen();
  const to = orderId === null ? null : orderPaths.detail(area, orderId);
  return to !== null && mayOpen(to) ? <Link to={to}>{name}</Link> : name || NONE;
}

/** What the provider charged beyond what was agreed. */
function Beyond({ amount }: { amount: string | null }) {
  if (amount === null) return NONE;
  return <SignedAmount amount={amount} tone={(isLess) => (isLess ? undefined : "critical")} />;
}

/** Why a person has to look at a parcel. */
export function ExceptionBadge({ exception }: Pick<Parcel, "exception">) {
  const looks = useExceptions();
  if (exception === null) return NONE;
  const { label, ...look } = looks[exception];
  return <StatusBadge {...look}>{label}</StatusBadge>;
}

/**
 * The columns of the parcels of an invoice (F14).
 *
 * @param areExceptions a person has to look at each
 */
export function useParcelColumns(areExceptions: boolean): Column<Parcel, "providerParcels">[] {
  const { t } = useTranslation(["providerInvoices", "finance"]);
  return useMemo(() => {
    const exceptions: Column<Parcel, "providerParcels">[] = [
      {
        id: "exception",
        header: t("field.exception"),
        cell: ({ exception }) => <ExceptionBadge exception={exception} />,
        card: "mark",
      },
      {
        id: "isSelected",
        header: t("field.isCharged"),
        cell: ({ isSelected }) => (
          <StatusBadge tone={isSelected ? "success" : "new"}>
            {isSelected ? t("parcels.isCharged") : t("parcels.isNotCharged")}
          </StatusBadge>
        ),
      },
    ];
    return [
      {
        id: "reference",
        header: t("field.reference"),
        sortable: true,
        cell: ({ orderId, reference, fulfillmentId }) => (
          <Stack gap={0}>
            <OrderLink orderId={orderId} name={reference || fulfillmentId} />
            {reference && reference !== fulfillmentId && <Quiet>{fulfillmentId}</Quiet>}
          </Stack>
        ),
        card: "title",
      },
      ...(areExceptions ? exceptions : []),
      text("store", t("finance:field.store"), { of: ({ storeName }) => storeName, card: "fact" }),
      text("carrier", t("field.carrier")),
      {
        id: "countryCode",
        header: t("field.country"),
        cell: ({ countryCode }) => <Country code={countryCode} />,
      },
      money("amount", t("field.parcelAmount"), {
        of: ({ amount }) => euros(amount),
        sortable: true,
        total: true,
        card: "fact",
      }),
      money("agreed", t("field.agreed"), { of: ({ agreed }) => euros(agreed), total: true }),
      {
        id: "beyond",
        header: t("field.beyond"),
        align: "right",
        sortable: true,
        cell: ({ beyond }) => <Beyond amount={beyond} />,
        total: ({ beyond }) => euros(beyond),
        card: areExceptions ? undefined : "fact",
      },
      money("business", t("field.business"), { of: ({ price }) => euros(price.business), total: true }),
      money("consumer", t("field.consumer"), { of: ({ price }) => euros(price.consumer), total: true }),
      money("difference", t("field.difference"), {
        of: ({ price }) => euros(price.difference),
        sortable: true,
        total: true,
      }),
      money("charged", t("field.charged"), {
        of: ({ charged }) => euros(charged),
        total: true,
        card: areExceptions ? "fact" : undefined,
      }),
    ];
  }, [t, areExceptions]);
}
