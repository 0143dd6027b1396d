import { answers, api, person, refuses, server } from "@comptoir/kit/testing";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { browser } from "../../kit/src/files/leave";
import { customer, Portal, signIn } from "../testing/Portal";

const FILE = { name: "commandes.xlsx", mediaType: "application/vnd.ms-excel", size: 1_240_000 };

test("the file of an e-mail is shown and downloaded", async () => {
  signIn(customer());
  server.use(
    answers("/file/file-1", FILE),
    http.post(api("/file/file-1/link"), () =>
      HttpResponse.json({ data: { url: "https://files.example/1", expiresAt: "2026-01-15T09:00:00Z" } }),
    ),
  );
  const leaveTo = vi.spyOn(browser, "leaveTo").mockReturnValue();
  render(<Portal at="/download/file-1" />);
  expect(await screen.findByText("commandes.xlsx")).toBeVisible();
  expect(screen.getByText("1,2 Mo")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Télécharger le fichier" }));
  await vi.waitFor(() => expect(leaveTo).toHaveBeenCalledWith("https://files.example/1"));
});

test("a file that is gone, or somebody else's, says how long exports are kept", async () => {
  signIn(person());
  server.use(refuses("/file/file-1", 404, "NotFoundFileException"));
  render(<Portal at="/download/file-1" />);
  expect(await screen.findByRole("heading", { name: "Fichier introuvable" })).toBeVisible();
  expect(screen.getByText(/Les exports sont gardés 7 jours/)).toBeVisible();
  expect(screen.getByRole("link", { name: /accueil/i })).toHaveAttribute("href", "/");
});

test("a link that cannot be made is told", async () => {
  signIn(person());
  server.use(
    answers("/file/file-1", FILE),
    http.post(api("/file/file-1/link"), () => HttpResponse.json({}, { status: 404 })),
  );
  render(<Portal at="/download/file-1" />);
  await userEvent.click(await screen.findByRole("button", { name: "Télécharger le fichier" }));
  expect(await screen.findByText("Le téléchargement n’a pas démarré")).toBeVisible();
});
