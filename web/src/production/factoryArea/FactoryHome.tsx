import { Empty, Page, Section, Stack, useCan } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { NoScreens } from "../../app/NoScreens";
import { Inbox } from "./Inbox";
import { Productions } from "./Productions";

/** What is still to be shipped. */
const UNDER_WAY = ["DRAFT", "SAMPLING", "IN_PRODUCTION", "QUALITY_CONTROL"];

/** Where a factory arrives: what is new for it, and what it has to make by when. */
export default function FactoryHome() {
  const { t } = useTranslation("factoryArea");
  const { id = "" } = useArea();
  const mayRead = useCan()("READ_PROJECT");
  return (
    <Page title={t("home.title")} width="text">
      {mayRead ? (
        <Stack>
          <Inbox factoryId={id} />
          <Section title={t("productions.underWay")}>
            <Productions
              label={t("productions.underWay")}
              filters={[
                { field: "factoryId", values: [id] },
                { field: "status", values: UNDER_WAY },
              ]}
              hasProject
              empty={
                <Empty icon="production" title={t("productions.none.title")}>
                  {t("productions.none.text")}
                </Empty>
              }
            />
          </Section>
        </Stack>
      ) : (
        <NoScreens />
      )}
    </Page>
  );
}
