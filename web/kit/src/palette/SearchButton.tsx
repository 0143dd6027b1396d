import { Icon } from "../display/icons";
import { COMMAND_KEY } from "../layout/keys";
import { fetchPalette } from "./Palette";
import classes from "./SearchButton.module.css";

/** Opens the palette, and tells its key; only a picture on phones. */
export function SearchButton(props: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className={classes.button}
      aria-keyshortcuts="Meta+K Control+K"
      title={props.label}
      onPointerEnter={fetchPalette}
      onFocus={fetchPalette}
      onClick={props.onClick}
    >
      <Icon name="search" />
      <span className={classes.label}>{props.label}</span>
      <span className={classes.key} aria-hidden="true">
        {COMMAND_KEY} K
      </span>
    </button>
  );
}
