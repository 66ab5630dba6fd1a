import { expect, test } from "@jest/globals";

import { loggedInProject } from "../../../src/catalog/fields/newest-activity.ts";
import type { Api } from "../../../src/client/client.ts";
import type { CallContext } from "../../../src/model/call-context.ts";

const entryAt = (at: string) => ({
  user: { first_name: "Ann", email: `${at}@acme.example` },
  activity: "updated",
  scope: "Project",
  item_id: "7",
  detail: null,
  client: null,
  created_at: at,
});

/** Times in all forms of RFC 3339, newest first: as texts, they have another order. */
const NEWEST_FIRST = [
  "2026-11-26T12:00:00+02:00",
  "2026-11-26T09:59:59.5Z",
  "2026-11-26T09:59:59.25Z",
  "2026-11-26T09:59:59Z",
  "2026-11-26T09:59:58.999999Z",
  "2026-11-26T23:00:00+14:00",
  "2026-11-25T23:00:00-09:00",
];

/** The log of each kind of object, by its name, as far as the client shows it. */
function lookedAt(logs: Readonly<Record<string, readonly string[]>>) {
  const activityLog = async function* (_projectId: string, { scope = "" }: { readonly scope?: string }) {
    for (const at of logs[scope] ?? []) yield await Promise.resolve(entryAt(at));
  };
  const api = { projects: { activityLog } } as unknown as Api; // -- the log asks nothing else
  const served = async (_route: string, ask: () => Promise<unknown>) => ({ answer: await ask() });
  const call = { served } as unknown as CallContext; // -- as above
  return loggedInProject(api, "7", { scopes: Object.keys(logs), itemId: "7" }, call);
}

test("a log of several kinds has the newest entry first, whatever the form of its times and the kind that it is of", async () => {
  for (const [at] of NEWEST_FIRST.entries()) {
    const turned = [...NEWEST_FIRST.slice(at), ...NEWEST_FIRST.slice(0, at)];
    for (const split of [0, 1, 3, NEWEST_FIRST.length]) {
      const logs = { Team: turned.slice(0, split), Project: turned.slice(split) };
      const read = await lookedAt(logs);
      expect(read?.map((entry) => entry.at)).toEqual(NEWEST_FIRST);
      expect(read?.map(({ by }) => by)).toEqual(NEWEST_FIRST.map((time) => `${time}@acme.example`));
    }
  }
});

test("entries of one time stay in the order of their kinds and of each kind's log", async () => {
  const [same, instant, also] = ["2026-11-26T10:00:00Z", "2026-11-26T12:00:00+02:00", "2026-11-26T10:00:00.000Z"];
  const read = await lookedAt({ Team: [same, instant], Project: [also] });
  expect(read?.map(({ at }) => at)).toEqual([same, instant, also]);
});
