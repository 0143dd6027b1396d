import { button, merchant, staff, title, unique } from "./parts";
import { expect, expectAccessible, signIn, signInAs, test } from "./portal";

test("who is mentioned in a note finds it under the bell, and by the mail", async ({
  page,
  portal,
  another,
}) => {
  const name = unique("Cargo");
  const { organization } = await merchant(portal, name);
  // A name that nobody else begins with.
  const first = unique("Camille").replaceAll(" ", "");
  const email = await staff(portal, `${first} Martin`, ["READ_ORGANIZATION"]);
  await signIn(page, portal, "admin", `/admin/organization/${organization.id}`);
  const elsewhere = await another();
  await signInAs(elsewhere, portal, email);
  await expect(elsewhere.getByRole("button", { name: "Mentions, 0 nouvelle" })).toBeVisible();

  await test.step("somebody is found by a few letters and taken by a key", async () => {
    const message = page.getByRole("textbox", { name: "Votre note" });
    await message.pressSequentially(`Le contrat est prêt, @${first.slice(0, -1)}`);
    await expect(page.getByRole("option", { name: `${first} Martin` })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect(message).toHaveValue(`Le contrat est prêt, @${first} Martin `);
    await message.pressSequentially("peux-tu relire ?");
    await button(page, "Ajouter la note").click();
    await expect(page.getByRole("list", { name: /^Notes/ })).toContainText("peux-tu relire ?");
  });

  await test.step("it is under their bell at once, which leads to it", async () => {
    await elsewhere.getByRole("button", { name: "Mentions, 1 nouvelle" }).click();
    const mention = elsewhere.getByRole("list", { name: "Mentions" }).getByRole("link");
    await expect(mention).toContainText("Le contrat est prêt");
    await expectAccessible(elsewhere);
    await mention.click();
    await expect(title(elsewhere, name)).toBeVisible();
    await expect(elsewhere.getByRole("listitem").filter({ hasText: "peux-tu relire ?" })).toBeFocused();
    await expect(elsewhere.getByRole("button", { name: "Mentions, 0 nouvelle" })).toBeVisible();
  });

  await test.step("the mail tells it too, and leads there", async () => {
    const mail = portal.mail(email);
    expect(mail).toContain("peux-tu relire");
    const [link = ""] = /http\S+\/note\/\S+/.exec(mail) ?? [];
    await elsewhere.goto("/admin");
    await elsewhere.goto(link);
    await expect(title(elsewhere, name)).toBeVisible();
  });
});
