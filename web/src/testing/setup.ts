import i18next from "i18next";
import { beforeEach } from "vitest";
import { changeLanguage, startI18n } from "../i18n";
import { NAMESPACES } from "../i18n/texts";

await startI18n("fr");
await i18next.loadNamespaces(NAMESPACES);
beforeEach(() => changeLanguage("fr"));
