import "@mantine/notifications/styles.layer.css";
import { Notifications } from "@mantine/notifications";
import classes from "./Toasts.module.css";

/** The toasts on screen: where they cover no bar that saves or sends, see the styles. */
export default function Toasts() {
  return (
    <Notifications
      position="bottom-center"
      autoClose={6_000}
      pauseResetOnHover="notification"
      classNames={{ root: classes.root }}
    />
  );
}
