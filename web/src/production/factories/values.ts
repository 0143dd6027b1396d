import type { Asked, Factory, FactoryInput } from "./api";

/** As many pieces as a factory is said to make at once, and as long as it may take (specification, document 1, section 5). */
export const MAX_QUANTITY = 9_999_999;
export const MAX_DELAY = 52;

/** A factory as its form holds it: numbers as they are typed, its tags by their type. */
export interface FactoryValues {
  name: string;
  countryCode: string | null;
  quantityMin: string;
  quantityMax: string;
  delayInWeek: string;
  priceRange: string;
  description: string;
  entity: string[];
  composition: string[];
  personalization: string[];
}

/** The constants of specification, document 2, section 9. */
export const NEW_FACTORY: FactoryValues = {
  ...{ name: "", countryCode: "TR", quantityMin: "100", quantityMax: "1000" },
  ...{ delayInWeek: "4", priceRange: "2", description: "" },
  ...{ entity: [], composition: [], personalization: [] },
};

export function toValues({ tags, ...factory }: Factory): FactoryValues {
  const idsOf = (type: string) => tags.filter((tag) => tag.type === type).map(({ id }) => id);
  return {
    name: factory.name,
    countryCode: factory.countryCode,
    quantityMin: String(factory.quantityMin),
    quantityMax: String(factory.quantityMax),
    delayInWeek: String(factory.delayInWeek),
    priceRange: String(factory.priceRange ?? ""),
    description: factory.description,
    entity: idsOf("entity"),
    composition: idsOf("composition"),
    personalization: idsOf("personalization"),
  };
}

/** What the form holds, as the API takes it. */
export const toInput = ({
  entity,
  composition,
  personalization,
  ...values
}: FactoryValues): FactoryInput => ({
  name: values.name,
  countryCode: values.countryCode ?? "",
  quantityMin: Number(values.quantityMin),
  quantityMax: Number(values.quantityMax),
  delayInWeek: Number(values.delayInWeek),
  priceRange: Number(values.priceRange),
  description: values.description,
  tags: [...entity, ...composition, ...personalization],
});

/** Whether it has more to do than it makes at once. */
export const isOverbooked = ({ load, quantityMax }: Pick<Factory, "load" | "quantityMax">) =>
  load.quantity > quantityMax;

/** What a factory is looked for, as it is typed; empty is whatever. */
export interface AskedValues {
  quantity: string;
  dueAt: string;
  priceRange: string;
  entity: string[];
  composition: string[];
  personalization: string[];
}

export const NOTHING_ASKED: AskedValues = {
  ...{ quantity: "", dueAt: "", priceRange: "" },
  ...{ entity: [], composition: [], personalization: [] },
};

/** What the API is asked; null while there is nothing to look for. */
export function toAsked(values: AskedValues): Asked | null {
  const tags = [...values.entity, ...values.composition, ...values.personalization];
  const quantity = Number(values.quantity);
  const asked: Asked = {
    ...(Number.isInteger(quantity) && quantity > 0 && quantity <= MAX_QUANTITY && { quantity }),
    ...(values.dueAt && { dueAt: values.dueAt }),
    ...(values.priceRange && { priceRange: Number(values.priceRange) }),
    ...(tags.length > 0 && { tags: tags.join(",") }),
  };
  return Object.keys(asked).length > 0 ? asked : null;
}
