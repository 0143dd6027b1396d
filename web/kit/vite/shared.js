/**
 * Modules that the shell provides at run time: one copy each, a plugin never ships its own. Subpaths are modules of
 * their own to the bundler and hold state too. Mantine is missing on purpose: the kit is shared instead of it.
 */
export const SHARED = [
  "react",
  "react/jsx-runtime",
  "react-dom",
  "react-dom/client",
  "react-router",
  "swr",
  "swr/_internal",
  "swr/infinite",
  "swr/mutation",
  "zustand",
  "i18next",
  "react-i18next",
  "recharts",
  "@comptoir/kit",
];
