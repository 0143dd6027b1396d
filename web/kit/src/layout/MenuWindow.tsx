import { Menu } from "@mantine/core";
import { cloneElement, type ReactNode } from "react";
import { Icon } from "../display/icons";
import type { MenuAction } from "./ActionMenu";
import classes from "./ActionMenu.module.css";
import type { Target } from "./FetchedOnPress";
import { useFirstOpening } from "./useFirstOpening";

interface MenuWindowProps {
  target: Target;
  actions: MenuAction[];
  /** Above the choices. */
  head?: ReactNode;
  /** Pixels. */
  width?: number;
}

/** A menu below its button. Loaded when first opened. */
export default function MenuWindow({ target, actions, head, width }: MenuWindowProps) {
  const { button, opened, setOpened } = useFirstOpening();
  const isChoice = actions.some((action) => action.chosen !== undefined);
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={width}
      shadow="md"
      // In place, inside the bar's landmark; fixed, as what scrolls would cut it.
      withinPortal={false}
      floatingStrategy="fixed"
      withInitialFocusPlaceholder={false}
      transitionProps={{ duration: 100 }}
    >
      <Menu.Target>{cloneElement(target, { ref: button })}</Menu.Target>
      <Menu.Dropdown>
        {head && <div className={classes.head}>{head}</div>}
        {actions.map((action) =>
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
