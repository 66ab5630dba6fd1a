import { z } from "zod";
import { findUser } from "../../control/accounts.ts";
import { controlRoute, controlRouteWith } from "../../control/family-control.ts";
import type { ControlRoute } from "../../family.ts";
import { wireNow } from "../organizations/rows.ts";

const sharing = z.strictObject({ userIds: z.array(z.string()) });

/** What tests do for people with a browser. */
export const MEMBER_CONTROL: readonly ControlRoute[] = [
  controlRoute("POST", "users/:id/login", (world, { parameters }) => {
    const user = findUser(world, { userId: parameters.id });
    return world.store.tables.users.put({ ...user, last_login: wireNow(world) });
  }),
  controlRouteWith("PUT", "users/:id/shares_projects_with", sharing, (world, { parameters, body }) => {
    const user = findUser(world, { userId: parameters.id });
    const { userIds } = body;
    return world.store.tables.users.put({ ...user, shares_projects_with: userIds });
  }),
];
