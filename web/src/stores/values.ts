import type { Store, StoreInput } from "./api";

/** A store as its form holds it. */
export interface StoreValues {
  name: string;
  organizations: { organizationId: string | null; ownershipPercentage: string }[];
  seedingCost: string;
  ticketCost: string;
  ticketBasis: Store["ticketBasis"];
  returnCost: string;
  shippingMargin: string;
  shippingAdditionalCost: string;
  links: { type: string; url: string }[];
  charges: { name: string; price: string; unit: string }[];
}

/** What a new store starts with (specification, document 2, section 9). */
export const NEW_STORE: StoreValues = {
  name: "",
  organizations: [{ organizationId: null, ownershipPercentage: "100" }],
  seedingCost: "5.00",
  ticketCost: "2.60",
  ticketBasis: "MESSAGE",
  returnCost: "2.60",
  shippingMargin: "5",
  shippingAdditionalCost: "0.65",
  links: [],
  charges: [],
};

/** A store's values, as its form begins from them. */
export const toValues = (store: Store): StoreValues => ({
  name: store.name,
  organizations: store.organizations.map(({ organizationId, ownershipPercentage }) => ({
    organizationId,
    ownershipPercentage,
  })),
  seedingCost: store.seedingCost,
  ticketCost: store.ticketCost,
  ticketBasis: store.ticketBasis,
  returnCost: store.returnCost,
  shippingMargin: store.shippingMargin ?? "",
  shippingAdditionalCost: store.shippingAdditionalCost ?? "",
  links: store.links,
  charges: store.charges,
});

/** What the form holds, as the API takes it; the fields have seen to it that nothing is missing. */
export const toInput = (values: StoreValues): StoreInput => ({
  ...values,
  organizations: values.organizations.map(({ organizationId, ownershipPercentage }) => ({
    organizationId: organizationId ?? "",
    ownershipPercentage,
  })),
});

/** The sum of the shares in percent, to the hundredth, in which they are counted. */
export function sumOfShares(organizations: StoreValues["organizations"]): number {
  const hundredths = organizations.map((share) => Math.round(Number(share.ownershipPercentage) * 100) || 0);
  return hundredths.reduce((sum, each) => sum + each, 0) / 100;
}
