import { useMantineColorScheme } from "@mantine/core";

export type ColorScheme = "light" | "dark" | "auto";

/** The chosen colour scheme, kept in this browser; `auto` follows the system. */
export function useColorScheme(): [ColorScheme, (scheme: ColorScheme) => void] {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return [colorScheme, setColorScheme];
}
