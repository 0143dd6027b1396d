import {
  client,
  FormGrid,
  FormSection,
  fieldsOf,
  NumberField,
  Quiet,
  RecordField,
  type RecordSource,
  RowsField,
  SimpleTable,
  Stack,
  TextField,
  unwrap,
  useCan,
  useFormats,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { BundleValues, ComponentValues } from "./bundle";
import { NEW_COMPONENT } from "./bundle";
import { OptionsField } from "./ProductFields";
import type { Product } from "./product";

const { useValue } = fieldsOf<BundleValues>();

/** Bigblue's products by SKU, name or barcode. */
const PRODUCTS: RecordSource<Product> = {
  key: ["/bigblue/product"],
  search: async (text) => {
    const params = { query: text.length >= 2 ? { search: text } : {} };
    return (await unwrap(client.GET("/bigblue/product", { params }))).data;
  },
  idOf: ({ sku }) => sku,
  label: ({ sku }) => sku,
  hint: ({ name }) => name,
};

/** Products and how many of each; who may not look at them types their SKUs. */
function ComponentsField(props: { name: string; label: string; required?: boolean }) {
  const { t } = useTranslation("bigblue");
  const mayLook = useCan()("READ_CONNECTOR");
  return (
    <RowsField
      name={props.name}
      label={props.label}
      required={props.required}
      addLabel={t("bundle.addProduct")}
      newRow={NEW_COMPONENT}
      removeLabel={(index) => t("bundle.removeProduct", { number: index + 1 })}
      row={(prefix) => (
        <FormGrid>
          {mayLook ? (
            <RecordField name={`${prefix}.sku`} label={t("bundle.product")} source={PRODUCTS} required />
          ) : (
            <TextField name={`${prefix}.sku`} label={t("bundle.product")} required />
          )}
          <NumberField
            name={`${prefix}.quantity`}
            label={t("bundle.quantity")}
            min={1}
            decimals={0}
            required
          />
        </FormGrid>
      )}
    />
  );
}

/** What a bundle is and holds; its SKU only while it is new. */
export function BundleFields({ isNew = false }: { isNew?: boolean }) {
  const { t } = useTranslation("bigblue");
  return (
    <>
      <FormSection title={t("product.section.identity")}>
        {isNew && (
          <TextField
            name="sku"
            label={t("product.sku")}
            description={t("bundle.skuHint")}
            placeholder="CPSLBU-XXXXXX-XXXX"
            required
            autoFocus
          />
        )}
        <TextField name="name" label={t("product.name")} maxLength={128} required />
        <OptionsField required />
      </FormSection>
      <FormSection title={t("bundle.common")} description={t("bundle.commonText")}>
        <ComponentsField name="components.common" label={t("bundle.common")} />
      </FormSection>
      <FormSection title={t("bundle.variants")} description={t("bundle.variantsText")}>
        <RowsField
          name="components.variants"
          label={t("bundle.variants")}
          addLabel={t("bundle.addVariant")}
          newRow={() => ({ title: "", components: [NEW_COMPONENT] })}
          removeLabel={(index) => t("bundle.removeVariant", { number: index + 1 })}
          row={(prefix) => (
            <Stack>
              <TextField name={`${prefix}.title`} label={t("bundle.variantTitle")} required />
              <ComponentsField name={`${prefix}.components`} label={t("bundle.products")} required />
            </Stack>
          )}
        />
      </FormSection>
    </>
  );
}

const isWhole = ({ sku, quantity }: ComponentValues) => Boolean(sku) && Number(quantity) >= 1;

/** Whether the form could be sent as it stands. */
function isReady({ name, options, components }: Omit<BundleValues, "sku">) {
  const { common, variants } = components;
  const named = options.length > 0 && options.every((option) => option.name.trim() && option.value.trim());
  const filled = common.length + variants.length > 0 && common.every(isWhole);
  const varied = variants.every(
    ({ title, components }) => title.trim() && components.length > 0 && components.every(isWhole),
  );
  return name.trim() !== "" && named && filled && varied;
}

/** What a buyer of each variant gets, while one types. */
export function BundlePreview({ isDirty }: { isDirty: boolean }) {
  const { t } = useTranslation("bigblue");
  const { number } = useFormats();
  const name = useValue("name");
  const components = useValue("components");
  const values = { name, options: useValue("options"), components };
  const { common, variants } = components;
  const shown = variants.length > 0 ? variants : [{ title: name, components: [] }];
  return (
    <FormSection title={t("bundle.preview")}>
      {isDirty && isReady(values) ? (
        <SimpleTable
          caption={t("bundle.preview")}
          rows={shown.map((variant, index) => ({ ...variant, index }))}
          rowKey={(variant) => variant.index}
          columns={[
            { id: "title", header: t("bundle.variant"), cell: ({ title }) => title },
            {
              id: "components",
              header: t("bundle.products"),
              cell: ({ components }) =>
                [...common, ...components]
                  .map(({ sku, quantity }) => `${number(Number(quantity))} × ${sku}`)
                  .join(", "),
            },
          ]}
        />
      ) : (
        <Quiet>{t("bundle.noPreview")}</Quiet>
      )}
    </FormSection>
  );
}
