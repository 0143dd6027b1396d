import { ActionIcon, Button } from "@mantine/core";
import { lazy, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Icon, type IconName } from "../display/icons";
import classes from "./ActionMenu.module.css";
import { FetchedOnPress } from "./FetchedOnPress";

const MenuWindow = lazy(() => import("./MenuWindow"));

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
  /** Somebody's, in the place of the picture. */
  initials?: string;
}

/** A button that opens a menu. With `chosen` among the actions it is a choice of one. */
export function ActionMenu(props: ActionMenuProps) {
  const target =
    props.text === undefined ? (
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
        {props.initials ? (
          <span className={classes.initials} data-initials={props.initials} />
        ) : (
          <Icon name={props.icon} size={18} />
        )}
        <span className={classes.text}>{props.text}</span>
      </Button>
    );
  return (
    <FetchedOnPress target={target} popup="menu">
      {(button) => <MenuWindow target={button} actions={props.actions} head={props.head} width={220} />}
    </FetchedOnPress>
  );
}

/** What else can be done with what a page shows, behind three dots; nothing where nothing can be done. */
export function MoreMenu({ actions }: { actions: MenuAction[] }) {
  const { t } = useTranslation("kit");
  return actions.length > 0 && <ActionMenu label={t("moreActions")} icon="more" actions={actions} />;
}
