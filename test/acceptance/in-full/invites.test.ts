import { afterEach, describe, expect, jest, test } from "@jest/globals";

import { SCENARIO_DIALECTS } from "../../support/dialects.ts";
import { isInFull } from "../../support/extent.ts";
import { declare, programOf } from "../support/program-text.ts";
import { closeStories, Story, STORY_LIMIT_MS } from "../support/story.ts";

jest.setTimeout(2 * STORY_LIMIT_MS);
afterEach(closeStories);

const INVITES = 200;

/** A program with this number of invites. */
function program(): string {
  const emails = Array.from({ length: INVITES }, (_, index) => `person${index}@acme.example`);
  return programOf(emails.map((email, index) => declare("Invite", `person${index}`, { email, level: "admin" })));
}

describe.each(SCENARIO_DIALECTS)("with the %s dialect", (dialect) => {
  // The number of parallel creates decides the size of a request. Everything else stays the same.
  const ways = [
    { flags: ["--parallel", "8"], calls: 35 },
    { flags: ["--parallel", "50"], calls: 15 },
  ];
  test.each(isInFull() ? ways : ways.slice(0, 1))(
    "one update with $flags sends 200 invites with at most $calls requests besides the lists",
    async ({ flags, calls }) => {
      const story = await Story.open(dialect, program(), ({ host, organizationId }) => ({
        config: { "orgform:host": host, "orgform:organizationId": organizationId },
      }));
      const writes = await story.up(...flags);
      expect(story.sandbox.control.call("GET", "invites")).toHaveLength(INVITES);
      expect(writes.length).toBeLessThanOrEqual(calls);
      expect(writes.filter((write) => write.endsWith("/bulk/")).length).toBeGreaterThanOrEqual(INVITES / 20);
    },
  );
});
