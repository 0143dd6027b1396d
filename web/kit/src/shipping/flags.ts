/** Whether two regional indicators become a flag here: Windows has none, and draws letters in boxes. */
function drawsFlags(): boolean {
  if (typeof CanvasRenderingContext2D === "undefined") return false;
  const context = document.createElement("canvas").getContext("2d");
  if (!context) return false;
  return context.measureText("\u{1F1EB}\u{1F1F7}").width < 1.5 * context.measureText("\u{1F1EB}").width;
}

let isDrawn: boolean | undefined;

/** The flag of a country by its two letters, where there are any. */
export function flagOf(country: string): string | undefined {
  isDrawn ??= drawsFlags();
  if (!isDrawn) return undefined;
  return String.fromCodePoint(...[...country].map((letter) => 0x1f1e6 + letter.charCodeAt(0) - 65));
}
