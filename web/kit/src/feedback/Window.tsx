import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useOpenAfterMount } from "./useOpenAfterMount";

export interface DialogProps {
  title: string;
  open: boolean;
  onClose: () => void;
  wide?: boolean;
  children: ReactNode;
}

/** The dialog itself; `Dialog` fetches it when one is first opened. */
export default function Window(props: DialogProps) {
  const { t } = useTranslation("kit");
  return (
    <Modal.Root
      opened={useOpenAfterMount(props.open)}
      onClose={props.onClose}
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
        <Modal.Body>{props.children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
