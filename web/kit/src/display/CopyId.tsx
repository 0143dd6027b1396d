import { CopyButton, UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./CopyId.module.css";
import { Icon } from "./icons";
import { NONE } from "./values";

/** An identifier in a monospaced face; a click copies it. */
export function CopyId(props: { value: string | null | undefined; label?: string }) {
  const { t } = useTranslation("kit");
  const { value } = props;
  if (!value) return NONE;
  return (
    <CopyButton value={value} timeout={1_500}>
      {({ copied, copy }) => (
        <UnstyledButton
          className={classes.id}
          aria-label={t(copied ? "copied" : "copy", { value: props.label ?? value })}
          title={value}
          onClick={(event) => {
            event.stopPropagation();
            copy();
          }}
        >
          <span className={classes.text}>{props.label ?? value}</span>
          <Icon name={copied ? "check" : "copy"} size={12} />
        </UnstyledButton>
      )}
    </CopyButton>
  );
}
