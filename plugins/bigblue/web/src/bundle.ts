import { resource, type Schemas } from "@comptoir/kit";

type Component = Schemas["bigblue.Item"];
export type Bundle = Schemas["bigblue.Bundle"];

export const bundles = resource("/bigblue/bundle", { key: "sku" });

/** A component as it is typed. */
export interface ComponentValues {
  sku: string;
  quantity: string;
}

/** What the form holds. */
export interface BundleValues {
  sku: string;
  name: string;
  options: { name: string; value: string }[];
  components: {
    common: ComponentValues[];
    variants: { title: string; components: ComponentValues[] }[];
  };
}

export const NEW_COMPONENT: ComponentValues = { sku: "", quantity: "1" };

export const NEW_BUNDLE: BundleValues = {
  sku: "",
  name: "",
  options: [],
  components: { common: [NEW_COMPONENT], variants: [] },
};

const typed = ({ sku, quantity }: Component): ComponentValues => ({ sku, quantity: String(quantity) });
const meant = ({ sku, quantity }: ComponentValues): Component => ({ sku, quantity: Number(quantity) });

export const toValues = ({ sku, name, options, components }: Bundle): BundleValues => ({
  sku,
  name,
  options,
  components: {
    common: components.common.map(typed),
    variants: components.variants.map((variant) => ({
      title: variant.title,
      components: variant.components.map(typed),
    })),
  },
});

/** The body of POST and PUT. */
export const toBody = ({ components, ...values }: BundleValues) => ({
  ...values,
  components: {
    common: components.common.map(meant),
    variants: components.variants.map((variant) => ({
      title: variant.title,
      components: variant.components.map(meant),
    })),
  },
});

/** All components of it, the variants' too. */
export const allComponents = ({ components }: Bundle): Component[] => [
  ...components.common,
  ...components.variants.flatMap((variant) => variant.components),
];
