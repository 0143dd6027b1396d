import { ActionIcon, VisuallyHidden } from "@mantine/core";
import { lazy, type ReactNode, Suspense, useId } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../display/icons";
import type { MenuAction } from "../layout/ActionMenu";
import { FetchedOnPress } from "../layout/FetchedOnPress";
import classes from "./Views.module.css";
import type { Role } from "./views";

const MenuWindow = lazy(() => import("../layout/MenuWindow"));
const Tip = lazy(() => import("./Tip"));

interface ViewTabProps {
  id: string;
  name: string;
  isCurrent: boolean;
  sharedWith?: Role | null;
  /** How many rows it has. */
  count?: ReactNode;
  onOpen: () => void;
  /** What its owner can do with it. */
  actions?: MenuAction[];
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
  const button = (
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
  );
  return (
    <li className={classes.view} data-current={isCurrent || undefined}>
      {shared ? (
        <Suspense fallback={button}>
          <Tip label={shared}>{button}</Tip>
        </Suspense>
      ) : (
        button
      )}
      {actions && (
        <FetchedOnPress
          popup="menu"
          target={
            <ActionIcon
              variant="subtle"
              color="gray"
              size={24}
              aria-label={t("list.views.menu", { name })}
              title={t("list.views.menu", { name })}
            >
              <Icon name="open" size={14} />
            </ActionIcon>
          }
        >
          {(target) => <MenuWindow target={target} actions={actions} />}
        </FetchedOnPress>
      )}
    </li>
  );
}
