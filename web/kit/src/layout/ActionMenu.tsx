import { ActionIcon, Button, Menu } from "@mantine/core";
import type { ReactNode } from "react";
import { Icon, type IconName } from "../display/icons";
import classes from "./ActionMenu.module.css";

/** One choice of a menu. */
export interface MenuAction {
  id: string;
  label: string;
  icon?: IconName;
  /** The choice that holds now. */
  chosen?: boolean;
  onClick(): void;
}

/** A button with a picture only; the label is its name. */
export function IconButton(props: {
  icon: IconName;
  label: string;
  onClick: () => void;
  /** What it opens is open. */
  expanded?: boolean;
}) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      className={classes.button}
      aria-label={props.label}
      title={props.label}
      aria-expanded={props.expanded}
      onClick={props.onClick}
    >
      <Icon name={props.icon} size={18} />
    </ActionIcon>
  );
}

interface ActionMenuProps {
  /** Names the menu's button. */
  label: string;
  icon: IconName;
  actions: MenuAction[];
  /** Above the choices. */
  head?: ReactNode;
  /** Where many stand below each other. */
  small?: boolean;
  /** What holds now, beside the picture where there is room for it. */
  text?: string;
}

/** A button that opens a menu. With `chosen` among the actions it is a choice of one. */
export function ActionMenu(props: ActionMenuProps) {
  const isChoice = props.actions.some((action) => action.chosen !== undefined);
  return (
    <Menu
      position="bottom-end"
      width={220}
      shadow="md"
      // In place, inside the bar's landmark; fixed, as what scrolls would cut it.
      withinPortal={false}
      floatingStrategy="fixed"
      withInitialFocusPlaceholder={false}
      transitionProps={{ duration: 100 }}
    >
      <Menu.Target>
        {props.text === undefined ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={props.small ? 28 : 36}
            className={classes.button}
            aria-label={props.label}
            title={props.label}
          >
            <Icon name={props.icon} size={props.small ? 16 : 18} />
          </ActionIcon>
        ) : (
          <Button
            variant="subtle"
            color="gray"
            className={`${classes.button} ${classes.named}`}
            aria-label={`${props.text}, ${props.label}`}
            title={props.label}
          >
            <Icon name={props.icon} size={18} />
            <span className={classes.text}>{props.text}</span>
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {props.head && <div className={classes.head}>{props.head}</div>}
        {props.actions.map((action) =>
          isChoice ? (
            <Menu.RadioItem
              key={action.id}
              value={action.id}
              checked={action.chosen === true}
              closeMenuOnClick
              onChange={action.onClick}
            >
              {action.label}
            </Menu.RadioItem>
          ) : (
            <Menu.Item
              key={action.id}
              leftSection={action.icon && <Icon name={action.icon} />}
              onClick={action.onClick}
            >
              {action.label}
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
