import {
  Button,
  DateTime,
  type FilterOffer,
  ListPage,
  Loaded,
  Quiet,
  Row,
  Stack,
  SynchronizeButton,
  useListState,
  usePluginName,
} from "@comptoir/kit";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { useStoreFilter } from "../../stores/records";
import { useProviders } from "../providerInvoices/api";
import { providerInvoicePaths } from "../providerInvoices/paths";
import { findGaps, type GapSums, gaps, useGapSums, useSearchable } from "./api";
import { GapTiles } from "./GapTiles";
import { useGapColumns } from "./useGapColumns";
import { useGapKinds } from "./useGapWords";

function useFilters(): FilterOffer<"providerGaps">[] {
  const { t } = useTranslation(["providerGaps", "finance"]);
  return [
    { kind: "oneOf", field: "kind", label: t("field.kind"), options: useGapKinds() },
    { kind: "oneOf", field: "provider", label: t("field.provider"), options: useProviders() },
    ...useStoreFilter(t("finance:field.store")),
    { kind: "dates", field: "day", label: t("field.day") },
    { kind: "numbers", field: "amount", label: t("field.amount"), suffix: "€" },
  ];
}

/** When each provider's gaps were looked for last. */
function LastSearch({ sums }: { sums: GapSums[] }) {
  const { t } = useTranslation("providerGaps");
  const nameOf = usePluginName();
  return (
    <Row>
      {sums.map(({ provider, foundAt }) => (
        <Quiet key={provider}>
          {t("search.last", { provider: nameOf(provider) })} <DateTime at={foundAt} relative />
        </Quiet>
      ))}
    </Row>
  );
}

/** Why no gap is there: nothing can be looked for, nothing was, or nothing is missing. */
function useNothing(sums: GapSums[] | undefined, searchable: string[] | undefined) {
  const { t } = useTranslation("providerGaps");
  const area = useArea();
  const none = (title: string, text: string, action?: ReactNode) => ({ title, text, action });
  if (searchable?.length === 0)
    return none(
      t("empty.unread"),
      t("empty.unreadText"),
      <Button icon="upload" to={providerInvoicePaths.create(area)}>
        {t("empty.import")}
      </Button>,
    );
  if (sums?.length === 0) return none(t("empty.unsearched"), t("empty.unsearchedText"));
  return none(t("empty.title"), t("empty.text"));
}

/** What providers' invoices leave open, the dearest first. */
export default function ProviderGapList() {
  const { t } = useTranslation("providerGaps");
  const state = useListState({ field: "amount", direction: "desc" });
  const sums = useGapSums();
  const searchable = useSearchable(sums.data);
  return (
    <ListPage
      title={t("list.title")}
      name="providerGaps"
      state={state}
      rows={gaps.useList(state.cursor)}
      columns={useGapColumns()}
      rowLabel={({ reference, fulfillmentId }) => t("list.row", { reference: reference || fulfillmentId })}
      searchLabel={t("list.search")}
      filters={useFilters()}
      exportAs={gaps.export}
      resource={t("list.resource")}
      actions={
        searchable &&
        searchable.length > 0 && (
          <SynchronizeButton
            permission={[]}
            label={t("search.action")}
            failed={t("search.failed")}
            ask={() => findGaps(searchable)}
          />
        )
      }
      head={
        <Loaded of={sums} lines={6}>
          {(found) =>
            found.length > 0 && (
              <Stack gap={12}>
                <LastSearch sums={found} />
                <GapTiles sums={found} state={state} />
              </Stack>
            )
          }
        </Loaded>
      }
      empty={{ icon: "check", ...useNothing(sums.data, searchable) }}
    />
  );
}
