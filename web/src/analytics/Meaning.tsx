import { Quiet, Stack } from "@comptoir/kit";
import { CountedAt } from "./Counted";

export interface MeaningProps {
  /** What counts in a figure. */
  text: string;
  /** Where it comes from. */
  source: string;
  /** It is read as it is now; all else is counted. */
  isNow?: boolean;
  /** Up to when changes are counted. */
  at?: string | null;
}

/** What a figure is: what counts, where it comes from and up to when it does. */
export function Meaning({ text, source, isNow, at }: MeaningProps) {
  return (
    <Stack gap={6}>
      <span>{text}</span>
      <Quiet>
        {source} {!isNow && <CountedAt at={at} />}
      </Quiet>
    </Stack>
  );
}
