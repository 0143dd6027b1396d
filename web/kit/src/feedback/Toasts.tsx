import "@mantine/notifications/styles.layer.css";
import { Notifications } from "@mantine/notifications";
import classes from "./Toasts.module.css";

/** The toasts on screen: where they cover no bar that saves or sends, see the styles. */
export default function Toasts() {
  return <Notifications position="top-right" autoClose={6_000} classNames={{ root: classes.root }} />;
}
