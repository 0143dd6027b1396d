import i18next from "i18next";
import { beforeEach } from "vitest";
import { changeLanguage, NAMESPACES, startI18n } from "../i18n";

await startI18n("fr");
await i18next.loadNamespaces(NAMESPACES);
beforeEach(() => changeLanguage("fr"));
