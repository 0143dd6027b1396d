import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useOpenAfterMount } from "./useOpenAfterMount";
import classes from "./Window.module.css";

export interface DialogProps {
  title: string;
  open: boolean;
  onClose: () => void;
  wide?: boolean;
  /** It takes the whole window of the browser. */
  full?: boolean;
  children: ReactNode;
}

/** The dialog itself; `Dialog` fetches it when one is first opened. */
export default function Window(props: DialogProps) {
  const { t } = useTranslation("kit");
  return (
    <Modal.Root
      opened={useOpenAfterMount(props.open)}
      onClose={props.onClose}
      fullScreen={props.full}
      size={props.wide ? "xl" : "md"}
      transitionProps={{ duration: 120 }}
    >
      <Modal.Overlay />
      <Modal.Content>
        {/* A header element outside the page's own would be a second banner. */}
        <Modal.Header role="presentation">
          <Modal.Title>{props.title}</Modal.Title>
          <Modal.CloseButton aria-label={t("close")} />
        </Modal.Header>
        <Modal.Body className={props.full ? classes.full : undefined}>{props.children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
