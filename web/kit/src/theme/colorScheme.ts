import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";

export type ColorScheme = "light" | "dark" | "auto";

/** The chosen colour scheme, kept in this browser; `auto` follows the system. */
export function useColorScheme(): [ColorScheme, (scheme: ColorScheme) => void] {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return [colorScheme, setColorScheme];
}

/** Whether the portal is dark, chosen so or because the system is. */
export const useIsDark = (): boolean =>
  useComputedColorScheme("light", { getInitialValueInEffect: false }) === "dark";
