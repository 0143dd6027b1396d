/** Each language in its own words. */
export const LANGUAGES = [
  { value: "fr", label: "Français" },
  { value: "en", label: "English" },
];
