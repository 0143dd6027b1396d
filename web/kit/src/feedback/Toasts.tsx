import "@mantine/notifications/styles.layer.css";
import { Notifications } from "@mantine/notifications";
import classes from "./Toasts.module.css";

/** The toasts on screen. */
export default function Toasts() {
  return <Notifications position="bottom-center" autoClose={6_000} classNames={{ root: classes.root }} />;
}
