import { findUser } from "../../control/accounts.ts";
import type { ControlRoute } from "../../family.ts";
import { wireNow } from "../organizations/rows.ts";

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
];
