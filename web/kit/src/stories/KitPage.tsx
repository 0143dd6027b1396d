import { Link, useSearchParams } from "react-router";
import { Section } from "../display/Section";
import { Page } from "../layout/Page";
import classes from "./KitPage.module.css";
import { type Story, useWords } from "./story";

const files = import.meta.glob<Story>("../**/*.stories.tsx", { eager: true, import: "default" });

/** Every part that has a story, by the name of its file. */
const STORIES = Object.entries(files)
  .map(([path, story]) => ({ id: path.replace(/^.*\/(.+)\.stories\.tsx$/, "$1"), ...story }))
  .sort((a, b) => a.id.localeCompare(b.id));

/** The parts that screens are made of, one at a time. Only where the portal is developed and tested. */
export default function KitPage() {
  const words = useWords();
  const [query] = useSearchParams();
  const shown = STORIES.find(({ id }) => id === query.get("story")) ?? STORIES[0];
  return (
    <Page title={words("Composants", "Kit parts")}>
      <div className={classes.page}>
        <nav className={classes.index} aria-label={words("Liste des composants", "List of parts")}>
          {STORIES.map(({ id, title }) => (
            <Link
              key={id}
              to={{ search: `?story=${id}` }}
              className={classes.entry}
              aria-current={id === shown?.id ? "page" : undefined}
            >
              {words(title.fr, title.en)}
            </Link>
          ))}
        </nav>
        {shown && (
          <div className={classes.story} data-story={shown.id}>
            <Section key={shown.id} title={words(shown.title.fr, shown.title.en)}>
              <p className={classes.about}>{words(shown.about.fr, shown.about.en)}</p>
              <shown.Story />
            </Section>
          </div>
        )}
      </div>
    </Page>
  );
}
