import { beforeEach } from "vitest";
import { changeLanguage, fetchAllMessages, startI18n } from "../i18n";

await startI18n("fr");
await fetchAllMessages();
beforeEach(() => changeLanguage("fr"));
