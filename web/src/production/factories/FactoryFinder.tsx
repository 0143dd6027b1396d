import {
  Can,
  DateField,
  dayOf,
  Empty,
  Facts,
  Form,
  FormGrid,
  FormSection,
  fieldsOf,
  Link,
  Loaded,
  Page,
  Section,
  Stack,
  StatusBadge,
  useForm,
  useSettledValues,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { READ_TAGS } from "../tags/permissions";
import { TagFields } from "../tags/TagsField";
import { type Asked, type Factory, type RankedFactory, type Reason, useRanking } from "./api";
import { usePriceOptions } from "./PriceRange";
import { factoryPaths } from "./paths";
import { useReasonText, useReasonTitles } from "./useReasons";
import { type AskedValues, MAX_QUANTITY, NOTHING_ASKED, toAsked } from "./values";

const { NumberField, SelectField } = fieldsOf<AskedValues>();

function AskedFields() {
  const { t } = useTranslation("factories");
  const ranges = usePriceOptions();
  return (
    <>
      <FormGrid>
        <NumberField
          name="quantity"
          label={t("find.quantity")}
          suffix={t("field.pieces")}
          min={1}
          max={MAX_QUANTITY}
          decimals={0}
          autoFocus
        />
        <DateField name="dueAt" label={t("find.dueAt")} min={dayOf(new Date())} />
        <SelectField
          name="priceRange"
          label={t("find.priceRange")}
          options={[{ value: "", label: t("find.anyPrice") }, ...ranges]}
        />
      </FormGrid>
      <Can permission={READ_TAGS}>
        <TagFields isSearch />
      </Can>
    </>
  );
}

/** What speaks for a factory, or against it. */
function ReasonBadge({ factory, reason }: { factory: Factory; reason: Reason }) {
  return (
    <StatusBadge tone={reason.fits ? "success" : "warning"}>{useReasonText(factory, reason)}</StatusBadge>
  );
}

function Ranked({ ranked: { factory, fits, reasons } }: { ranked: RankedFactory }) {
  const { t } = useTranslation("factories");
  const area = useArea();
  const titles = useReasonTitles();
  return (
    <Section
      title={factory.name}
      action={
        <StatusBadge tone={fits ? "success" : "warning"}>
          {t(fits ? "find.fits" : "find.misfits")}
        </StatusBadge>
      }
    >
      <Stack gap={12}>
        <Facts
          facts={reasons.map((reason) => ({
            label: titles[reason.code],
            value: <ReasonBadge factory={factory} reason={reason} />,
          }))}
        />
        <Link to={factoryPaths.detail(area, factory.id)}>{t("find.open", { name: factory.name })}</Link>
      </Stack>
    </Section>
  );
}

function Ranking({ asked }: { asked: Asked | null }) {
  const { t } = useTranslation("factories");
  const ranking = useRanking(asked);
  if (!asked) {
    return (
      <Empty icon="search" title={t("find.nothing")}>
        {t("find.nothingText")}
      </Empty>
    );
  }
  return (
    <div aria-live="polite" aria-busy={ranking.isRefreshing}>
      <Loaded of={ranking} lines={8}>
        {(found) =>
          found.length === 0 ? (
            <Empty icon="factory" title={t("list.empty.title")}>
              {t("list.empty.text")}
            </Empty>
          ) : (
            <Stack>
              {found.map((ranked) => (
                <Ranked key={ranked.factory.id} ranked={ranked} />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </div>
  );
}

/** Which factory can make something, the best first, each with its reasons. */
export default function FactoryFinder() {
  const { t } = useTranslation("factories");
  const area = useArea();
  const form = useForm<AskedValues>({ defaultValues: NOTHING_ASKED });
  return (
    <Page
      title={t("find.title")}
      breadcrumbs={[{ label: t("list.title"), to: factoryPaths.list(area) }]}
      width="text"
    >
      <Stack>
        <Form form={form} onSubmit={async () => {}} failure={t("find.title")}>
          <FormSection title={t("find.asked")} description={t("find.askedText")}>
            <AskedFields />
          </FormSection>
        </Form>
        <Ranking asked={toAsked(useSettledValues(form))} />
      </Stack>
    </Page>
  );
}
