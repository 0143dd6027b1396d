import { useDebouncedValue } from "@mantine/hooks";

/** Long enough that nobody is asked for each key, short enough to be no wait. */
export const STILL_MS = 300;

/** A value once it has stayed the same for a moment: what is typed, for what is asked of the server about it. */
export const useSettled = <T>(value: T): T => useDebouncedValue(value, STILL_MS)[0];
