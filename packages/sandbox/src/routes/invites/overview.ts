import type { Section } from "../../family.ts";
import { levelWord, readableTime, sectionOf } from "../../page/section.ts";
import type { World } from "../../world.ts";
import { invitesOf, isExpired } from "./rows.ts";

/** Invites on the page. */
export function invitesOverview(world: World, organization: string): Section {
  return sectionOf(
    "Invites",
    invitesOf(world),
    { organization },
    {
      Address: ({ target_email }) => target_email,
      Level: ({ level }) => levelWord(level),
      State: (row) => (isExpired(world, row) ? "expired" : "open"),
      Sent: ({ created_at }) => readableTime(created_at),
    },
  );
}
