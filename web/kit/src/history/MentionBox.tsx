import { Combobox, type TextareaProps, useCombobox } from "@mantine/core";
import {
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type SyntheticEvent,
  useId,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import type { Schemas } from "../api/client";
import { useGet } from "../api/hooks";
import fields from "../form/fields.module.css";
import { fold } from "../form/fold";
import { useSettled } from "../form/useSettled";
import { type Typed, typedAt } from "./mentions";

type Person = Schemas["LogPerson"];

/** Those of the record's readers whose name holds what was typed; none while no mention is typed. */
function useReaders(relationId: string, typed: Typed | null): Person[] {
  const search = typed?.search.trim();
  const asked = useSettled(search);
  const query = { relationId, search: asked || undefined };
  const path = search === undefined || asked === undefined ? null : "/logs/people";
  const { data = [] } = useGet(path, { params: { query } }, { keepPreviousData: true });
  if (search === undefined) return [];
  // Until the answer to what was typed last is there, nobody is offered whom it cannot mean.
  return data.filter(({ displayName }) => fold(displayName).includes(fold(search)));
}

interface MentionBoxProps {
  /** The record that the text is about. */
  relationId: string;
  onMention: (person: Person) => void;
  children: ReactElement<TextareaProps>;
}

/** Offers those who can be mentioned once `@` is typed in a text. Without a network it offers nobody. */
export function MentionBox({ relationId, onMention, children }: MentionBoxProps) {
  const { t } = useTranslation("history");
  const [typed, setTyped] = useState<Typed | null>(null);
  /** Where nobody is offered any more: somebody was taken, or the list was closed. */
  const [done, setDone] = useState<number>();
  const [at, setAt] = useState(0);
  const list = useId();
  const people = useReaders(relationId, typed);
  const isOpen = typed !== null && typed.start !== done && people.length > 0;
  const marked = Math.min(at, people.length - 1);
  const combobox = useCombobox({ opened: isOpen, onOpenedChange: () => setDone(typed?.start) });

  const look = ({
    currentTarget: { value, selectionStart, selectionEnd },
  }: SyntheticEvent<HTMLTextAreaElement>) => {
    const found = selectionStart === selectionEnd ? typedAt(value, selectionStart) : null;
    if (found?.search !== typed?.search) setAt(0);
    if (found?.start !== done) setDone(undefined);
    setTyped(found);
  };
  const take = (person: Person | undefined) => {
    const box = combobox.targetRef.current as HTMLTextAreaElement | null;
    if (!person || !typed || !box) return;
    setDone(typed.start);
    onMention(person);
    box.setRangeText(`@${person.displayName} `, typed.start, typed.start + 1 + typed.search.length, "end");
    // The form and the box's height hear of what is typed alone.
    box.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const keys: Record<string, () => void> = {
    ArrowDown: () => setAt((marked + 1) % people.length),
    ArrowUp: () => setAt((marked - 1 + people.length) % people.length),
    Enter: () => take(people[marked]),
    Tab: () => take(people[marked]),
    Escape: () => setDone(typed?.start),
  };
  const hear = (event: KeyboardEvent) => {
    const { ctrlKey, metaKey, shiftKey, nativeEvent } = event;
    const act = keys[event.key];
    if (!isOpen || !act || ctrlKey || metaKey || shiftKey || nativeEvent.isComposing) return;
    event.preventDefault();
    act();
  };
  return (
    <Combobox
      store={combobox}
      position="bottom-start"
      width={280}
      onOptionSubmit={(id) => take(people.find((person) => person.id === id))}
    >
      <Combobox.Target withAriaAttributes={false} withKeyboardNavigation={false}>
        {cloneElement(children, {
          "aria-autocomplete": "list",
          "aria-haspopup": "listbox",
          "aria-controls": isOpen ? list : undefined,
          "aria-activedescendant": isOpen ? `${list}-${marked}` : undefined,
          onSelect: look,
          onKeyDown: hear,
          onBlurCapture: () => setTyped(null),
        })}
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options id={list} aria-label={t("notes.people")}>
          {isOpen &&
            people.map(({ id, displayName, role }, place) => (
              <Combobox.Option
                key={id}
                id={`${list}-${place}`}
                value={id}
                selected={place === marked}
                aria-selected={place === marked}
              >
                <span className={fields.choice}>
                  {displayName}
                  <small>{t(`notes.role.${role}`)}</small>
                </span>
              </Combobox.Option>
            ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
