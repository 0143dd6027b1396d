import en from "../../locales/en";
import fr from "../../locales/fr";

/** Every text by its key, `orders.list.title`. */
function texts(tree: object, path = ""): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string"
      ? [[`${path}${key}`, value] as [string, string]]
      : texts(value, `${path}${key}.`),
  );
}

/** What all plugins say, by the path of their file. */
const plugins = import.meta.glob<object>("../../../plugins/*/locales/*.json", {
  eager: true,
  import: "default",
});

const ofPlugins = (language: "fr" | "en") =>
  Object.entries(plugins)
    .filter(([path]) => path.endsWith(`/${language}.json`))
    .flatMap(([path, tree]) => texts(tree, `${path.split("/").at(-3)}:`));

/** All that the portal, the kit and our plugins say, for the tests of texts: key and text. */
export const TEXTS = { fr: [...texts(fr), ...ofPlugins("fr")], en: [...texts(en), ...ofPlugins("en")] };
