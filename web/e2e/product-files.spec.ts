import type { Schemas } from "../kit/src/api/client";
import { button, card, merchant, PIXEL, pdf, staff, title, unique } from "./parts";
import { choose, expect, expectAccessible, signIn, signInAs, test } from "./portal";

const sheet = (name: string, texts: string[], ballast?: number) => ({
  ...{ name, mimeType: "application/pdf" },
  buffer: pdf(texts, ballast),
});
const picture = (name: string) => ({ name, mimeType: "image/png", buffer: PIXEL });

test("a product's technical file has versions that are labelled, compared and seen; its pictures an order", async ({
  page,
  portal,
  another,
}) => {
  test.setTimeout(180_000);
  const { api, organization } = await merchant(portal, unique("Port"));
  const project = await api<Schemas["ProjectDetail"]>("POST", "/projects", {
    name: unique("Tournée"),
    organizationId: organization.id,
    estimatedAt: "2027-06-01",
  });
  const product = await api<Schemas["ProjectProductDetail"]>("POST", "/project-products", {
    projectId: project.id,
    name: unique("T-shirt"),
    quantityMode: "normal",
    variants: [{ name: "M", sku: unique("CPSL-M"), quantity: 10 }],
  });
  const at = `/admin/project/${project.id}/product/${product.id}`;
  const technical = card(page, "Fiche technique");
  const pictures = card(page, "Images");
  const others = card(page, "Autres fichiers");
  const version = technical.getByRole("combobox", { name: "Version" });
  const pages = technical.getByRole("list", { name: /^Pages de la version/ });
  await signIn(page, portal, "admin", at);
  // The first page of a new portal, whose sign-in leads to it directly.
  await expect(title(page, product.name)).toBeVisible({ timeout: 60_000 });
  await expect(technical).toContainText("Aucune fiche technique pour l’instant.");
  await expectAccessible(page);

  await test.step("what is no PDF is no technical file", async () => {
    const drop = technical.locator("input[type=file]");
    await drop.setInputFiles(picture("face.png"));
    await expect(technical).toContainText("ce type de fichier n’est pas accepté");
    await drop.setInputFiles(sheet("fiche.pdf", ["Face", "Dos"]));
    await expect(version).toHaveValue("v1");
    await technical.scrollIntoViewIfNeeded();
    await expect(pages.getByRole("listitem")).toHaveCount(2);
  });

  await test.step("its pages are labelled, with what is suggested or otherwise", async () => {
    const label = (number: number) => pages.getByRole("combobox", { name: `Libellé de la page ${number}` });
    await label(1).click();
    await page.getByRole("option", { name: "Face" }).click();
    await label(2).fill("Dos et col");
    await label(2).press("Enter");
    // One label after the other is sent.
    await expect(card(page, "Historique")).toContainText("2 Dos et col");
    await page.reload();
    await technical.scrollIntoViewIfNeeded();
    await expect(label(1)).toHaveValue("Face");
    await expect(label(2)).toHaveValue("Dos et col");
    await expectAccessible(page);
  });

  await test.step("of the next version, which is large, only what its pages need is read", async () => {
    const large = sheet("fiche bis.pdf", ["Face", "Dos", "Mesures"], 4_000_000);
    const read: number[] = [];
    page.on("response", (response) => {
      if (response.url().includes("/api/download/")) read.push(Number(response.headers()["content-length"]));
    });
    await technical.locator("input[type=file]").setInputFiles(large);
    await expect(version).toHaveValue("v2");
    await expect(pages.getByRole("listitem")).toHaveCount(3);
    await pages.getByRole("button", { name: "Ouvrir la page 3" }).click();
    const viewer = page.getByRole("dialog", { name: "fiche bis.pdf" });
    await expect(viewer.getByText("Page 3 sur 3")).toBeVisible();
    await expect(viewer.getByText("Mesures", { exact: true })).toBeAttached();
    await expectAccessible(page);
    await viewer.getByRole("button", { name: "Fermer" }).click();
    expect(read.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(large.buffer.length / 2);
  });

  await test.step("two versions are compared page by page", async () => {
    await button(page, "Comparer deux versions").click();
    const dialog = page.getByRole("dialog", { name: "Comparer deux versions" });
    await expect(dialog.getByText("Page 1 sur 3")).toBeVisible();
    await expect(dialog.getByRole("figure").first()).toContainText("v1 Face");
    await dialog.getByRole("button", { name: "Page suivante" }).click();
    await expect(dialog.getByRole("figure").first()).toContainText("v1 Dos et col");
    await dialog.getByRole("button", { name: "Page suivante" }).click();
    await expect(dialog).toContainText("La version v1 n’a pas de page 3.");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Page précédente" }).click();
    await choose(dialog, /^Affichage/, "Superposées");
    const slider = dialog.getByRole("slider", { name: "De la v1 à la v2" });
    await slider.press("End");
    await expect(slider).toHaveAttribute("aria-valuetext", /^v2 visible à 100\s%$/);
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Fermer" }).click();
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step("pictures are added together, put in order by keys, and looked at near", async () => {
    const drop = pictures.locator("input[type=file]");
    const rows = pictures.getByRole("list", { name: "Images du produit" }).getByRole("listitem");
    await drop.setInputFiles([picture("face.png"), picture("dos.png")]);
    await expect(rows).toHaveCount(2);
    await drop.setInputFiles(picture("col.png"));
    await expect(rows).toHaveCount(3);
    await pictures.getByRole("button", { name: /^Déplacer.*col\.png/ }).press("Enter");
    await page.getByRole("menuitem", { name: "En premier" }).press("Enter");
    await expect(rows.first()).toContainText("col.png");
    // It is shown before it is kept.
    const firstKept = async () =>
      (await api<Schemas["ProjectProductFile"][]>("GET", `/project-products/${product.id}/files`)).find(
        ({ type }) => type === "image",
      )?.file.name;
    await expect.poll(firstKept).toBe("col.png");
    await page.reload();
    await expect(rows.first()).toContainText("col.png");
    await pictures.getByRole("button", { name: "Aperçu de « col.png »" }).click();
    const viewer = page.getByRole("dialog", { name: "col.png" });
    await expect(viewer.getByRole("img", { name: "col.png" })).toBeVisible();
    await viewer.getByRole("button", { name: "Agrandir" }).click();
    await expectAccessible(page);
    await viewer.getByRole("button", { name: "Image suivante" }).click();
    await expect(viewer).toHaveCount(0);
    await page.getByRole("dialog").getByRole("button", { name: "Fermer" }).click();
    await expectAccessible(page);
  });

  await test.step("a picture is pasted, and what is no picture goes to the others", async () => {
    const paste = (name: string, type: string) =>
      page.evaluate(
        ([name, type, data]) => {
          const clipboardData = new DataTransfer();
          const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
          clipboardData.items.add(new File([bytes], name, { type }));
          const paste = { bubbles: true, cancelable: true, clipboardData };
          document.body.dispatchEvent(new ClipboardEvent("paste", paste));
        },
        [name, type, (type === "image/png" ? PIXEL : pdf(["Devis"])).toString("base64")] as const,
      );
    await paste("collee.png", "image/png");
    await expect(pictures).toContainText("collee.png");
    await paste("devis.pdf", "application/pdf");
    await expect(others).toContainText("devis.pdf");
    await expect(version).toHaveValue("v2");
  });

  await test.step("who may only read says that they have seen it, and changes nothing", async () => {
    const email = await staff(portal, "Lina Petit", ["READ_PROJECT", "READ_PROJECT_PRODUCT"]);
    const reader = await another();
    await signInAs(reader, portal, email, at);
    await expect(title(reader, product.name)).toBeVisible();
    for (const files of ["Fiche technique", "Images", "Autres fichiers"]) {
      await expect(card(reader, files).locator("input[type=file]")).toHaveCount(0);
    }
    await expect(card(reader, "Fiche technique").getByRole("combobox", { name: /^Libellé/ })).toHaveCount(0);
    await expectAccessible(reader);
    await button(reader, "J’ai vu la version v2").click();
    await expect(reader.getByText("Vous avez vu la version v2")).toBeVisible();
    await expect(button(reader, "J’ai vu la version v2")).toHaveCount(0);
    // Whoever looks at the same product sees it come.
    await expect(technical).toContainText("Lina Petit");
  });

  await test.step("a version is removed for good, and its number is not given again", async () => {
    await technical.getByRole("button", { name: "Supprimer « v2 »" }).click();
    const dialog = page.getByRole("dialog", { name: "Supprimer la version v2 ?" });
    await dialog.getByRole("button", { name: "Supprimer le fichier" }).click();
    await expect(version).toHaveValue("v1");
    await technical.locator("input[type=file]").setInputFiles(sheet("fiche ter.pdf", ["Face"]));
    await expect(version).toHaveValue("v3");
    await expect(card(page, "Historique")).toContainText("fiche ter.pdf");
  });
});
