import { z } from "zod";
import { findUser } from "../../control/accounts.ts";
import type { ControlRoute } from "../../family.ts";
import { wireNow } from "../organizations/rows.ts";

const sharing = z.strictObject({ userIds: z.array(z.string()) });

/** What tests do for people with a browser. */
export const MEMBER_CONTROL: readonly ControlRoute[] = [
  {
    method: "POST",
    path: "users/:id/login",
    handle(world, { parameters }) {
      const user = findUser(world, { userId: parameters["id"] ?? "" });
      return world.store.tables.users.put({ ...user, last_login: wireNow(world) });
    },
  },
  {
    method: "PUT",
    path: "users/:id/shares_projects_with",
    body: sharing,
    handle(world, { parameters, body }) {
      const user = findUser(world, { userId: parameters["id"] ?? "" });
      const { userIds } = sharing.parse(body);
      return world.store.tables.users.put({ ...user, shares_projects_with: userIds });
    },
  },
];
