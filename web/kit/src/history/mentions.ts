import type { Schemas } from "../api/client";

/** Somebody whom a note mentions, or may. */
type Person = Schemas["Mentioned"];

/** A piece of a text. */
interface Piece {
  text: string;
  /** Whom it mentions; undefined: nobody. */
  name?: string;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A text in its pieces: the mentions of some people, `@Zoé Martin`, and what stands between them. */
export function piecesOf(text: string, people: Person[]): Piece[] {
  if (people.length === 0) return [{ text }];
  // The longest first: who mentions Zoé Martin does not mention Zoé.
  const names = people.map(({ displayName }) => displayName).sort((a, b) => b.length - a.length);
  const mention = new RegExp(`(?<![\\p{L}\\p{N}])@(${names.map(escaped).join("|")})(?![\\p{L}\\p{N}])`, "u");
  return text
    .split(mention)
    .map((piece, at) => (at % 2 ? { text: `@${piece}`, name: piece } : { text: piece }));
}

/** Those of some people whom a text mentions. */
export function mentionedIn(text: string, people: Person[]): Person[] {
  const names = new Set(piecesOf(text, people).map(({ name }) => name));
  return people.filter(({ displayName }) => names.has(displayName));
}

/** A mention that is being typed. */
export interface Typed {
  /** Where its `@` stands in the text. */
  start: number;
  /** What was typed behind it so far. */
  search: string;
}

/** The mention that the caret stands in: two words at most, as a name has; null where there is none. */
export function typedAt(text: string, caret: number): Typed | null {
  const found = /(?<!\S)@((?:[^\s@]+ ?[^\s@]*)?)$/.exec(text.slice(0, caret));
  return found && { start: found.index, search: found[1] ?? "" };
}
