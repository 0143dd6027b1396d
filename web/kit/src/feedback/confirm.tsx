import { Button, Group, Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { create } from "zustand";

interface Question {
  title: string;
  /** What will happen, and what will not come back. */
  text: string;
  /** The verb of the act: "Delete the order". */
  confirm: string;
  /** Red for what cannot be undone. */
  destructive?: boolean;
}

interface Asked extends Question {
  answer(yes: boolean): void;
}

const useAsked = create<{ asked: Asked | null }>()(() => ({ asked: null }));

/** Asks before an act; resolves to whether to go on. `if (await confirm({ … })) …` */
export function confirm(question: Question): Promise<boolean> {
  useAsked.getState().asked?.answer(false);
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      useAsked.setState({ asked: null });
      resolve(yes);
    };
    useAsked.setState({ asked: { ...question, answer } });
  });
}

/** Where `confirm` asks. KitProvider holds the only one. */
export function ConfirmDialog() {
  const { t } = useTranslation("kit");
  const { asked } = useAsked();
  return (
    <Modal
      opened={asked !== null}
      onClose={() => asked?.answer(false)}
      title={asked?.title}
      closeButtonProps={{ "aria-label": t("close") }}
      centered
    >
      <p>{asked?.text}</p>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={() => asked?.answer(false)} data-autofocus>
          {t("cancel")}
        </Button>
        <Button color={asked?.destructive ? "red" : undefined} onClick={() => asked?.answer(true)}>
          {asked?.confirm}
        </Button>
      </Group>
    </Modal>
  );
}
