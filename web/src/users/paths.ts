import { address } from "@comptoir/kit";
import type { Area } from "../app/area";

const create = address("user/create");

/** The screens of users. */
export const userPaths = {
  list: address("user"),
  create,
  /** A new user of a store, and of the organization that it belongs to. */
  createOf: (area: Area, store: string, organization: string) =>
    `${create(area)}?${new URLSearchParams({ organization, store })}`,
  detail: address("user/:userId"),
};
