import {
  Banner,
  Country,
  DateTime,
  Facts,
  History,
  MoreMenu,
  Notes,
  RecordPage,
  Section,
  Stack,
  useFormats,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { type Factory, factories } from "./api";
import { FactoryForm } from "./FactoryForm";
import { PriceRange, usePriceRanges } from "./PriceRange";
import { factoryPaths } from "./paths";
import { useFactoryActions } from "./useFactoryActions";
import { useFactoryTexts } from "./useFactoryTexts";
import { isOverbooked } from "./values";

function Actions({ factory, onGone }: { factory: Factory; onGone: () => void }) {
  const actions = useFactoryActions(onGone);
  return <MoreMenu actions={actions(factory)} />;
}

/** What it can make and has to do, as it stands. */
function Overview({ factory }: { factory: Factory }) {
  const { t } = useTranslation("factories");
  const { number } = useFormats();
  const { quantity, delay, load } = useFactoryTexts();
  return (
    <Section title={t("fact.title")}>
      <Stack>
        {isOverbooked(factory) && (
          <Banner tone="warning" title={t("load.over")}>
            {t("load.overText", { max: number(factory.quantityMax) })}
          </Banner>
        )}
        <Facts
          facts={[
            { label: t("load.title"), value: load(factory) },
            { label: t("field.countryCode"), value: <Country code={factory.countryCode} /> },
            { label: t("field.quantity"), value: quantity(factory) },
            { label: t("field.delayInWeek"), value: delay(factory) },
            { label: t("field.priceRange"), value: <PriceRange range={factory.priceRange} /> },
            { label: t("field.createdAt"), value: <DateTime at={factory.createdAt} /> },
          ]}
        />
      </Stack>
    </Section>
  );
}

function FactoryHistory({ id }: { id: string }) {
  const { t } = useTranslation("factories");
  const ranges = usePriceRanges();
  const { country } = useFormats();
  const words = (field: string, value: unknown) => {
    if (field === "priceRange") return ranges[Number(value)];
    if (field === "countryCode") return country(String(value));
    return field === "tags" ? (value as Partial<Factory["tags"][number]>).displayName : undefined;
  };
  return (
    <History
      entity="factory"
      id={id}
      values={words}
      fields={{
        name: t("field.name"),
        countryCode: t("field.countryCode"),
        quantityMin: t("field.quantityMin"),
        quantityMax: t("field.quantityMax"),
        delayInWeek: t("field.delayInWeek"),
        priceRange: t("field.priceRange"),
        description: t("field.description"),
        tags: t("field.tags"),
      }}
    />
  );
}

/** One factory: what it has to do, its form, and what became of it. */
export default function FactoryDetail() {
  const { t } = useTranslation("factories");
  const area = useArea();
  return (
    <RecordPage
      of={[factoryPaths.detail.useIds().factoryId]}
      useRecord={factories.useOne}
      breadcrumbs={[{ label: t("list.title"), to: factoryPaths.list(area) }]}
      title={({ name }) => name}
      actions={(factory, leave) => <Actions factory={factory} onGone={leave} />}
    >
      {(factory) => (
        <Stack>
          <Overview factory={factory} />
          <FactoryForm factory={factory} />
          <Notes relationId={factory.id} />
          <FactoryHistory id={factory.id} />
        </Stack>
      )}
    </RecordPage>
  );
}
