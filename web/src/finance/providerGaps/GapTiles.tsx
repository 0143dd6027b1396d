import { type ListState, Money, Quiet, Stack, Stat, Tiles, useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { GapKind, GapSums } from "./api";
import { useGapKinds, useGapTexts } from "./useGapWords";
import { cursorOfKind, isAlone, KINDS, sumOf } from "./values";

interface TilesProps {
  sums: GapSums[];
  state: ListState;
}

function Tile({ kind, sums, state: { query } }: TilesProps & { kind: GapKind }) {
  const { t } = useTranslation("providerGaps");
  const { number } = useFormats();
  const kinds = useGapKinds();
  const texts = useGapTexts();
  const { count, amount } = sumOf(sums, kind, query);
  return (
    <Stat
      label={kinds[kind].label}
      value={<Money amount={amount} />}
      to={count > 0 || isAlone(query, kind) ? `?cursor=${cursorOfKind(query, kind)}` : undefined}
    >
      <Stack gap={4}>
        <span>{count > 0 ? t("tile.count", { count, number: number(count) }) : t("tile.none")}</span>
        <Quiet>{texts[kind]}</Quiet>
      </Stack>
    </Stat>
  );
}

/** How much of each kind is open; each leads to its rows in the list below, and back to all of them. */
export function GapTiles(props: TilesProps) {
  return (
    <Tiles minWidth={180}>
      {KINDS.map((kind) => (
        <Tile key={kind} kind={kind} {...props} />
      ))}
    </Tiles>
  );
}
