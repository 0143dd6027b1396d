import { ActionIcon, Popover, TextInput } from "@mantine/core";
import { type ReactNode, type Ref, Suspense, useState } from "react";
import { Icon } from "../display/icons";
import classes from "./dates.module.css";

export interface TypedInputProps {
  label: string;
  description?: string;
  required?: boolean;
  name: string;
  /** As the API writes it, or what was typed and is none. */
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  error?: string;
  autoFocus?: boolean;
  disabled?: boolean;
  placeholder: string;
  /** What was typed, as the API writes it; null when it is none. */
  parse: (text: string) => string | null;
  /** The other way, as it is typed. */
  format: (value: string) => string;
  /** What the button opens, for a screen reader: "Open the calendar". */
  open: string;
  /** The calendar, fetched when it is first opened; `close` once something was chosen. */
  calendar?: (close: () => void) => ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** A line to type a date into, and a calendar to choose one from. */
export function TypedInput({
  value,
  onChange,
  onBlur,
  parse,
  format,
  calendar,
  open,
  ...input
}: TypedInputProps) {
  // What is being typed stays as it is; null while nobody types.
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const meant = (text: string) => (text.trim() === "" ? "" : (parse(text) ?? text));
  const shown = typed !== null && meant(typed) === value ? typed : format(value);
  const button = calendar && (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width="max-content"
      shadow="md"
      trapFocus
      returnFocus
      withinPortal={false}
      floatingStrategy="fixed"
      transitionProps={{ duration: 100 }}
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          className={classes.button}
          disabled={input.disabled}
          aria-label={`${open}, ${input.label}`}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="calendar" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label={input.label}>
        {isOpen && (
          <Suspense fallback={<div className={classes.waiting} />}>{calendar(() => setOpen(false))}</Suspense>
        )}
      </Popover.Dropdown>
    </Popover>
  );
  const leave = () => {
    setTyped(null);
    onBlur();
  };
  const { required, autoFocus, ...rest } = input;
  return (
    <TextInput
      {...rest}
      withAsterisk={required}
      aria-required={required}
      autoFocus={autoFocus}
      data-autofocus={autoFocus || undefined}
      autoComplete="off"
      inputMode="numeric"
      classNames={{ input: classes.input }}
      value={shown}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(meant(event.currentTarget.value));
      }}
      onBlur={leave}
      // It sends the form, and stays in the field.
      onKeyDown={({ key }) => key === "Enter" && leave()}
      rightSection={button}
      rightSectionWidth={36}
    />
  );
}
