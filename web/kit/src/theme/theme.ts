import { type CSSVariablesResolver, createTheme, rem } from "@mantine/core";

/** The look of every Mantine part. Colours of our own are in tokens.css. */
export const theme = createTheme({
  colors: {
    // As cool as the tokens' dark greys; Mantine's own are warm.
    dark: [
      "#e7e9ee",
      "#c3c9d4",
      "#a3abbb",
      "#6f7889",
      "#3a4150",
      "#2b303c",
      "#20242d",
      "#1a1d24",
      "#14161c",
      "#0e1014",
    ],
  },
  primaryColor: "indigo",
  primaryShade: { light: 7, dark: 8 },
  autoContrast: false,
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  fontFamily: '"Inter Variable", system-ui, sans-serif',
  fontFamilyMonospace: "var(--kit-font-mono)",
  fontSizes: { xs: rem(12), sm: rem(13), md: rem(14), lg: rem(16), xl: rem(20) },
  headings: {
    fontWeight: "620",
    sizes: {
      h1: { fontSize: rem(20), lineHeight: "1.35" },
      h2: { fontSize: rem(16), lineHeight: "1.4" },
      h3: { fontSize: rem(14), lineHeight: "1.45" },
    },
  },
  components: {
    // In place, inside the page's landmark; fixed, as what scrolls would cut it.
    Combobox: { defaultProps: { withinPortal: false, floatingStrategy: "fixed" } },
    // A list of choices has to hold choices: that there is none is one that cannot be taken.
    ComboboxEmpty: { defaultProps: { role: "option", "aria-disabled": true } },
  },
});

/**
 * Mantine writes its variables into a style element that comes after our stylesheet; what tokens.css overrides has
 * to be said there.
 */
export const cssVariables: CSSVariablesResolver = () => {
  const ours = {
    "--mantine-color-body": "var(--kit-surface)",
    "--mantine-color-text": "var(--kit-text)",
    "--mantine-color-dimmed": "var(--kit-text-quiet)",
    "--mantine-color-placeholder": "var(--kit-text-quiet)",
    "--mantine-color-anchor": "var(--kit-accent-text)",
    "--mantine-color-error": "var(--kit-critical-text)",
    "--mantine-color-default-border": "var(--kit-border)",
    "--mantine-color-default": "var(--kit-surface)",
    "--mantine-color-default-hover": "var(--kit-raised)",
    // Mantine's would be too dark below the words of a quiet button.
    "--mantine-color-indigo-light-hover": "var(--kit-accent-soft)",
    // Mantine's would be all but white in dark, where links are not.
    "--mantine-color-indigo-light-color": "var(--kit-accent-text)",
  };
  return { variables: {}, light: ours, dark: ours };
};
