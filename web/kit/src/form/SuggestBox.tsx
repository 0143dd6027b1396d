import { Autocomplete } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";

interface SuggestBoxProps {
  /** What it says of what, for a screen reader: "Label of page 3". */
  label: string;
  placeholder?: string;
  value: string;
  /** Texts that are often meant; any other can be typed. */
  suggestions: string[];
  maxLength?: number;
  /** Is told another text once the box is left, Enter is pressed, or a suggestion is taken. */
  onKeep: (text: string) => void;
}

/** A short text by itself, outside of a form, with suggestions. */
export function SuggestBox({ label, value, suggestions, onKeep, ...props }: SuggestBoxProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  // Somebody else changed it meanwhile.
  if (value !== known) {
    setKnown(value);
    setTyped(value);
  }
  const keep = (text: string) => {
    const kept = text.trim();
    setTyped(kept);
    if (kept !== value) onKeep(kept);
  };
  const hearKey = ({ key, currentTarget }: KeyboardEvent) => {
    // A suggestion that is pointed at is taken instead.
    if (key === "Enter" && !currentTarget.getAttribute("aria-activedescendant")) keep(typed);
    if (key === "Escape") setTyped(value);
  };
  return (
    <Autocomplete
      aria-label={label}
      size="xs"
      data={suggestions}
      value={typed}
      onChange={setTyped}
      onOptionSubmit={keep}
      onBlur={() => keep(typed)}
      onKeyDown={hearKey}
      {...props}
    />
  );
}
