import type { Project } from "../production/projects/api";
import { nextOf } from "./next";

/** A project that waits for the customer, with a moodboard and a contract. */
export const projectOf = (change: Partial<Project> = {}): Project => ({
  id: "project-1",
  name: "Tournée 2027",
  status: "PENDING",
  reason: null,
  organization: { id: "org-1", name: "Port SAS" },
  estimatedAt: "2027-03-01",
  product: { done: 1, total: 3 },
  productions: 2,
  next: nextOf(["IN_PROGRESS", "DRAFT", "CANCELED"], ["CANCELED"]),
  createdAt: "2026-11-01T09:00:00Z",
  updatedAt: "2026-11-02T09:00:00Z",
  files: [
    { type: "moodboard", file: fileOf("file-1", "planche.png") },
    { type: "other", file: fileOf("file-2", "cahier.png") },
  ],
  ...change,
});

function fileOf(id: string, name: string): Project["files"][number]["file"] {
  return {
    ...{ id, name, path: name, size: 1024, mediaType: "image/png" },
    ...{ createdAt: "2026-11-01T09:00:00Z", author: "Ada" },
  };
}
