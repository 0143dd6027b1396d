import { Modal } from "@mantine/core";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { Icon, type IconName } from "../display/icons";
import { useOpenAfterMount } from "../feedback/useOpenAfterMount";
import classes from "./Palette.module.css";

/** One thing that the palette leads to (`to`) or does (`run`). */
export interface Command {
  id: string;
  label: string;
  /** More about it, at the end of its row. */
  hint?: string;
  icon: IconName;
  to?: string;
  run?(): void;
}

/** Commands under a heading. */
export interface CommandGroup {
  id: string;
  label: string;
  commands: Command[];
}

export interface PaletteProps {
  /** Names the window and its field. */
  label: string;
  open: boolean;
  onClose: () => void;
  /** What is typed; the owner offers the groups that fit. */
  search: string;
  onSearch: (search: string) => void;
  /** Groups without commands are left out. */
  groups: CommandGroup[];
  /** More may come. */
  busy?: boolean;
  /** What could not be offered, and why. */
  note?: string;
}

interface OptionProps {
  id: string;
  command: Command;
  isActive: boolean;
  onPoint: () => void;
  onRun: () => void;
}

function Option({ id, command, isActive, onPoint, onRun }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and says which option is active
    <div
      id={id}
      role="option"
      className={classes.option}
      aria-selected={isActive}
      onMouseMove={onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onRun}
    >
      <Icon name={command.icon} />
      <span className={classes.label}>{command.label}</span>
      {command.hint && <span className={classes.hint}>{command.hint}</span>}
    </div>
  );
}

interface ChooserProps extends PaletteProps {
  onRun: (command: Command) => void;
}

function Chooser({ label, search, onSearch, groups, busy, note, onClose, onRun }: ChooserProps) {
  const { t } = useTranslation("kit");
  const id = useId();
  const [wanted, setWanted] = useState<string | null>(null);
  const commands = groups.flatMap((group) => group.commands);
  // The first, until another is chosen; also when the chosen one is no longer there.
  const active = commands.find((command) => command.id === wanted) ?? commands[0];
  const optionId = (command: Command) => `${id}-${command.id}`;
  const activeId = active && optionId(active);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);

  const step = (by: number) => {
    if (!active) return;
    const next = (commands.indexOf(active) + by + commands.length) % commands.length;
    setWanted(commands[next]?.id ?? null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter may only accept what an input method composed.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown") step(1);
    else if (event.key === "ArrowUp") step(-1);
    else if (event.key === "Enter" && active) onRun(active);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <div className={classes.field}>
        <Icon name="search" size={18} />
        <input
          role="combobox"
          className={classes.input}
          aria-label={label}
          aria-expanded={commands.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={activeId}
          placeholder={label}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          data-autofocus
          value={search}
          onChange={(event) => {
            setWanted(null);
            onSearch(event.target.value);
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" className={classes.close} aria-label={t("close")} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={label} className={classes.list}>
        {groups
          .filter((group) => group.commands.length > 0)
          .map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields
            <div key={group.id} role="group" aria-labelledby={`${id}-${group.id}`} className={classes.group}>
              <div id={`${id}-${group.id}`} role="presentation" className={classes.heading}>
                {group.label}
              </div>
              {group.commands.map((command) => (
                <Option
                  key={command.id}
                  id={optionId(command)}
                  command={command}
                  isActive={command === active}
                  onPoint={() => setWanted(command.id)}
                  onRun={() => onRun(command)}
                />
              ))}
            </div>
          ))}
      </div>
      <div role="status" className={classes.status}>
        {busy ? t("palette.searching") : note || (commands.length === 0 && t("palette.none"))}
      </div>
    </>
  );
}

/** The palette itself; `Palette` fetches it when it is first opened. */
export default function PaletteWindow(props: PaletteProps) {
  const navigate = useNavigate();
  const [hasLeft, setHasLeft] = useState(false);
  const [wasOpen, setWasOpen] = useState(props.open);
  if (props.open !== wasOpen) {
    setWasOpen(props.open);
    if (props.open) setHasLeft(false);
  }
  const run = (command: Command) => {
    setHasLeft(command.to !== undefined);
    props.onClose();
    if (command.to) void navigate(command.to);
    command.run?.();
  };
  return (
    <Modal.Root
      opened={useOpenAfterMount(props.open)}
      onClose={props.onClose}
      // The page that is gone to takes the focus itself.
      returnFocus={!hasLeft}
      size={620}
      yOffset="12dvh"
      transitionProps={{ duration: 100 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={props.label}>
        <Modal.Body className={classes.body}>
          <Chooser {...props} onRun={run} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
