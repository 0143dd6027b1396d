/** A language as Intl is told it. English is British, day first, as the portal's users are in Europe. */
export const localeOf = (language: string) => (language === "en" ? "en-GB" : language);
