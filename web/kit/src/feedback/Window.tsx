import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

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
    <Modal
      opened={props.open}
      onClose={props.onClose}
      title={props.title}
      size={props.wide ? "xl" : "md"}
      transitionProps={{ duration: 120 }}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      {props.children}
    </Modal>
  );
}
