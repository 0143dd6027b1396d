import { ActionIcon, Menu, Tooltip, VisuallyHidden } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../display/icons";
import classes from "./Views.module.css";
import type { Role } from "./views";

/** One choice of a view's menu. */
export interface ViewAction {
  id: string;
  label: string;
  onClick(): void;
}

interface ViewTabProps {
  id: string;
  name: string;
  isCurrent: boolean;
  sharedWith?: Role | null;
  /** How many rows it has. */
  count?: ReactNode;
  onOpen: () => void;
  /** What its owner can do with it. */
  actions?: ViewAction[];
}

/** A view above its list; the one in use is marked. */
export function ViewTab({ id, name, isCurrent, sharedWith, count, onOpen, actions }: ViewTabProps) {
  const countId = useId();
  const { t } = useTranslation("kit");
  const shared =
    sharedWith &&
    {
      admin: t("list.views.sharedWith.admin"),
      customer: t("list.views.sharedWith.customer"),
      factory: t("list.views.sharedWith.factory"),
    }[sharedWith];
  // In place, inside the landmark; fixed, as the row of views scrolls and would cut what hangs from it.
  const place = { withinPortal: false, floatingStrategy: "fixed" } as const;
  return (
    <li className={classes.view} data-current={isCurrent || undefined}>
      <Tooltip
        label={shared}
        disabled={!shared}
        {...place}
        events={{ hover: true, focus: true, touch: true }}
        transitionProps={{ duration: 100 }}
      >
        <button
          type="button"
          data-view={id}
          className={classes.tab}
          aria-current={isCurrent || undefined}
          aria-describedby={count ? countId : undefined}
          onClick={onOpen}
        >
          {shared && <Icon name="user" size={14} />}
          <span className={classes.name}>{name}</span>
          {count && (
            // Not part of the name, which would change with it.
            <span id={countId} className={classes.count} aria-hidden>
              {count}
            </span>
          )}
          {shared && <VisuallyHidden> ({shared})</VisuallyHidden>}
        </button>
      </Tooltip>
      {actions && (
        <Menu
          position="bottom-end"
          shadow="md"
          {...place}
          withInitialFocusPlaceholder={false}
          transitionProps={{ duration: 100 }}
        >
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={24}
              aria-label={t("list.views.menu", { name })}
              title={t("list.views.menu", { name })}
            >
              <Icon name="open" size={14} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {actions.map((action) => (
              <Menu.Item key={action.id} onClick={action.onClick}>
                {action.label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  );
}
