import type { Fabric, ProjectProduct, QuantityMode, Variant } from "./api";
import { split } from "./split";

/** As many variants as a product has (specification, document 2, section 9). */
export const MAX_VARIANTS = 100;
/** As many pieces, and as much weight, as anything has (document 1, section 5). */
export const MOST = 9_999_999;
/** What every SKU begins with. */
const PREFIX = "CPSL-";

/** A variant as the form has it: numbers as they are typed. */
export interface VariantValues {
  /** Of one that is there. */
  id: string | null;
  name: string;
  sku: string;
  ean: string;
  quantity: string;
  weight: string;
}

/** A product as its form has it: an empty text is none. */
export interface ProductValues {
  name: string;
  /** Where it is to be sold. */
  storeId: string | null;
  color: string;
  weight: string;
  unit: Fabric["unit"];
  fit: string;
  quantityMode: QuantityMode;
  quantity: string;
  entity: string | null;
  composition: string[];
  personalization: string[];
  variants: VariantValues[];
}

export const newVariant = (name = "", quantity = "1"): VariantValues => ({
  ...{ id: null, name, sku: PREFIX, ean: "", quantity, weight: "" },
});

/** What a new product begins with (specification, document 2, section 9). */
export const NEW_PRODUCT: ProductValues = {
  ...{
    name: "",
    storeId: null,
    color: "",
    weight: "",
    unit: "g/m²",
    fit: "",
    quantityMode: "split",
    quantity: "500",
  },
  ...{ entity: null, composition: [], personalization: [] },
  variants: [newVariant("S", "1"), newVariant("M", "2"), newVariant("L", "2"), newVariant("XL", "1")],
};

const typed = (number: number | null) => (number === null ? "" : String(number));

const toVariant = ({ id, name, sku, ean, quantity, weight }: Variant): VariantValues => ({
  ...{ id, name, sku, ean: ean ?? "" },
  ...{ quantity: typed(quantity), weight: typed(weight) },
});

export function toValues(product: ProjectProduct): ProductValues {
  const { name, store, color, fabric, fit, quantityMode, quantity, tags, variants } = product;
  const tagged = (type: (typeof tags)[number]["type"]) =>
    tags.filter((tag) => tag.type === type).map(({ id }) => id);
  return {
    ...{ name, storeId: store?.id ?? null, color: color ?? "", fit: fit ?? "" },
    ...{ weight: fabric?.weight ?? "", unit: fabric?.unit ?? "g/m²" },
    ...{ quantityMode, quantity: typed(quantity) },
    entity: tagged("entity")[0] ?? null,
    composition: tagged("composition"),
    personalization: tagged("personalization"),
    variants: variants.map(toVariant),
  };
}

const counted = (text: string) => (text === "" ? null : Number(text));

/** What the form holds, as the API takes it. */
export const toInput = (values: ProductValues) => ({
  name: values.name,
  storeId: values.storeId,
  color: values.color || null,
  fabric: values.weight === "" ? null : { weight: values.weight, unit: values.unit },
  fit: values.fit || null,
  quantityMode: values.quantityMode,
  quantity: values.quantityMode === "split" ? counted(values.quantity) : null,
  tags: [...(values.entity ? [values.entity] : []), ...values.composition, ...values.personalization],
  variants: values.variants.map(({ id, ean, quantity, weight, ...variant }) => ({
    ...variant,
    ...(id !== null && { id }),
    ean: ean || null,
    quantity: Number(quantity),
    weight: counted(weight),
  })),
});

const isWhole = (text: string) => /^\d+$/.test(text) && Number(text) <= MOST;

/** How many pieces of each variant there are to be; null as long as something of it is being typed. */
export function unitsOf({
  quantityMode,
  quantity,
  variants,
}: Pick<ProductValues, "quantityMode" | "quantity" | "variants">): number[] | null {
  const shares = variants.map((variant) => variant.quantity);
  if (!shares.every(isWhole)) return null;
  const numbers = shares.map(Number);
  if (quantityMode === "normal") return numbers;
  return isWhole(quantity) ? split(Number(quantity), numbers) : null;
}

/** What of the variants' SKUs is wrong before anybody is asked, by the variant's place. */
export function skuProblems(variants: Pick<VariantValues, "sku">[]): Map<number, "bare" | "twice"> {
  const skus = variants.map(({ sku }) => sku.trim());
  const problems = new Map<number, "bare" | "twice">();
  skus.forEach((sku, at) => {
    if (sku === PREFIX) problems.set(at, "bare");
    else if (skus.indexOf(sku) < at) problems.set(at, "twice");
  });
  return problems;
}
