import type { OnProgress } from "@comptoir/kit";
import { client, resource, type Schemas, unwrap, uploadFile } from "@comptoir/kit";

export type ProjectRow = Schemas["Project"];
export type Project = Schemas["ProjectDetail"];
export type ProjectInput = Pick<Schemas["ProjectInput"], "name" | "organizationId" | "estimatedAt">;
export type ProjectStatus = ProjectRow["status"];
export type ProjectFile = Project["files"][number];

/** Their histories are told as those of a `project`; products and productions name them. */
export const projects = resource("/projects", {
  also: ["project", "project-products", "project-productions"],
  refusals: { ConflictProjectNameException: "name" },
  saves: "patch",
});

/** Attaches a file to a project. */
export async function attach(id: string, type: ProjectFile["type"], file: File, onProgress: OnProgress) {
  await uploadFile(`/projects/${id}/attachments`, "files", file, onProgress, { type });
  await projects.refresh();
}

/** Removes a file of a project. */
export async function detach(id: string, file: string) {
  await unwrap(client.DELETE("/projects/{id}/attachments/{file}", { params: { path: { id, file } } }));
  await projects.refresh();
}

/** For the command palette. */
export const findProjects = async (search: string) =>
  (await projects.find(search)).map(({ id, name, organization }) => ({
    id,
    label: name,
    hint: organization?.name,
  }));
