import {
  cursorOf,
  Link,
  Loaded,
  Money,
  Quiet,
  Section,
  SimpleTable,
  Stack,
  useFormats,
  useMayOpen,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { broughtBy, type Fee, useFeesOf } from "./api";
import { feePaths } from "./paths";

/** As many are shown beside their cause. */
const SHOWN = 10;

interface FeesProps {
  rows: Fee[];
  total: number;
  causeId: string;
}

function Fees({ rows, total, causeId }: FeesProps) {
  const { t } = useTranslation(["fees", "finance"]);
  const { date } = useFormats();
  const area = useArea();
  return (
    <Stack gap={12}>
      <SimpleTable
        caption={t("of.title")}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          {
            id: "type",
            header: t("finance:field.type"),
            cell: ({ id, type }) => <Link to={feePaths.detail(area, id)}>{type}</Link>,
          },
          {
            id: "initiatedAt",
            header: t("field.initiatedAt"),
            cell: ({ initiatedAt, endsAt }) =>
              endsAt ? t("field.span", { from: date(initiatedAt), to: date(endsAt) }) : date(initiatedAt),
          },
          {
            id: "customerAmount",
            header: t("finance:field.customerAmount"),
            align: "right",
            cell: ({ customerAmount }) => <Money amount={customerAmount} />,
          },
        ]}
      />
      {total > rows.length && (
        <Link to={`${feePaths.list(area)}?cursor=${cursorOf(broughtBy(causeId))}`}>
          {t("of.all", { count: total })}
        </Link>
      )}
    </Stack>
  );
}

interface FeesOfProps {
  causeId: string;
  /** What stands where there is none; without it nothing does, not even the heading. */
  none?: string;
}

function Brought({ causeId, none }: FeesOfProps) {
  const { t } = useTranslation(["fees", "finance"]);
  const fees = useFeesOf(causeId, SHOWN);
  const isEmpty = (fees.page?.rows.length ?? 0) === 0;
  if (none === undefined && isEmpty && !fees.error) return null;
  return (
    <Section title={t("of.title")}>
      <Loaded of={fees}>
        {({ rows, meta }) =>
          rows.length === 0 ? (
            <Quiet>{none}</Quiet>
          ) : (
            <Fees rows={rows} total={meta.total} causeId={causeId} />
          )
        }
      </Loaded>
    </Section>
  );
}

/** The fees that a record brought about, for those who may see fees. */
export function FeesOf(props: FeesOfProps) {
  const area = useArea();
  return useMayOpen()(feePaths.list(area)) ? <Brought {...props} /> : null;
}
