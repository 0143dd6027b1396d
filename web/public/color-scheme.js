// Sets the colour scheme before the first paint. Mantine's own script is inline, which script-src 'self' forbids.
const stored = localStorage.getItem("mantine-color-scheme-value");
const dark = stored === "dark" || (stored !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
document.documentElement.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
