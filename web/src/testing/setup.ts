import { beforeEach } from "vitest";
import { changeLanguage, startI18n } from "../i18n";

await startI18n("fr");
beforeEach(() => changeLanguage("fr"));
