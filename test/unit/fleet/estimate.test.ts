import { expect, test } from "@jest/globals";

import { estimateRun } from "../../../packages/fleet/src/index.ts";

const ALL = { requestsPerMinute: 480, requestsPerHour: 4800 };

test.each([
  ["nothing", { organizations: 0, callsEach: 13, invitesEach: 60 }, 0],
  ["what fits a minute", { organizations: 30, callsEach: 13 }, 0],
  ["what takes two", { organizations: 31, callsEach: 13 }, 1],
  ["307 large organizations, which fit the hour", { organizations: 307, callsEach: 13 }, 9],
  ["one more", { organizations: 308, callsEach: 13 }, 60],
  ["369, which fit the hour where nothing is left to others", { organizations: 369, callsEach: 13, limits: ALL }, 9],
  ["370", { organizations: 370, callsEach: 13, limits: ALL }, 60],
  ["a thousand", { organizations: 1000, callsEach: 13 }, 182],
  ["a thousand in one of four shards", { organizations: 250, callsEach: 13, share: 1 / 4 }, 182],
  ["a mean with decimals", { organizations: 10, callsEach: 40.1 }, 1],
  ["60 invites for each", { organizations: 5, callsEach: 13, invitesEach: 60 }, 60],
  ["201 invites for each", { organizations: 5, callsEach: 13, invitesEach: 201 }, 1440],
])("%s", (_, run, minutes) => {
  expect(estimateRun(run)).toBe(minutes);
});
