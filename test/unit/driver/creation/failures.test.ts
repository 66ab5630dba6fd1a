import { describe, expect, test } from "@jest/globals";

import { adoption } from "../../../../src/capabilities/adoption.ts";
import type { ApiErrorParts } from "../../../../src/client/errors.ts";
import {
  creationFailure,
  isConflict,
  isDoubtfulRefusal,
  isThrottle,
  isTimeout,
  taken,
  unconfirmed,
  wasLost,
  wasRefused,
} from "../../../../src/driver/creation/failures.ts";
import { Operation } from "../../../../src/driver/operation.ts";
import type { AnyResource } from "../../../../src/model/definition.ts";
import { OrgformProblem } from "../../../../src/model/diagnostics.ts";
import { box, fakeBox, startDriver } from "../../../support/fake-resources.ts";
import { apiError, FakeService, lostAnswer, unreachable } from "../../../support/fake-service.ts";

const answered = (status: number, category: ApiErrorParts["category"], requestMayHaveBeenApplied = false) =>
  apiError({ status, category, requestMayHaveBeenApplied });

const TOLD = { wasRefused, isDoubtfulRefusal, isConflict, isThrottle, wasLost, isTimeout };
type Told = keyof typeof TOLD;

test.each<[string, unknown, Told[]]>([
  ["a wrong value", answered(400, "invalid"), ["wasRefused"]],
  ["a taken key", answered(400, "conflict"), ["wasRefused", "isConflict"]],
  ["a taken key, by something in front", answered(409, "conflict"), ["wasRefused", "isDoubtfulRefusal", "isConflict"]],
  ["a redirect", answered(302, "unexpected"), ["wasRefused", "isDoubtfulRefusal"]],
  ["a refused key", answered(401, "auth"), ["wasRefused", "isDoubtfulRefusal"]],
  ["an unpaid plan", answered(402, "permission"), ["wasRefused", "isDoubtfulRefusal"]],
  ["a refused right", answered(403, "permission"), ["wasRefused", "isDoubtfulRefusal"]],
  ["an unknown path", answered(404, "notFound"), ["wasRefused", "isDoubtfulRefusal"]],
  ["a full service", answered(429, "rateLimited"), ["wasRefused", "isThrottle"]],
  ["a full gateway", answered(429, "rateLimited", true), []],
  ["a broken service", answered(500, "unavailable", true), []],
  ["a bad gateway", answered(502, "unavailable", true), ["wasLost"]],
  ["a service that is away", answered(503, "unavailable", true), ["wasLost"]],
  ["a gateway that waited", answered(504, "unavailable", true), ["wasLost"]],
  ["a lost connection", lostAnswer(), ["wasLost"]],
  ["a time-out", lostAnswer("timeout"), ["wasLost", "isTimeout"]],
  ["no connection", unreachable(), ["wasRefused", "wasLost"]],
  ["a guard", new OrgformProblem("guarded", "no", "no"), ["wasRefused"]],
  ["another problem", new OrgformProblem("internal", "no", "no"), []],
  ["any other error", new Error("ended"), []],
  ["nothing", undefined, []],
])("after %s, the create knows what it can", (_what, error, told) => {
  const names = Object.entries(TOLD).flatMap(([name, isTold]) => (isTold(error) ? [name] : []));
  expect(names).toEqual(told);
});

const operationOn = (definition: AnyResource): Operation =>
  new Operation(definition, { organizationId: "o1", name: 'a "b"' }, {}, startDriver(new FakeService()).context);

const { collection: _none, ...unlisted } = box;

describe("a create that ended without an object", () => {
  test.each<[string, AnyResource, Error | undefined, string]>([
    [
      "by a lost answer",
      box,
      lostAnswer(),
      "The service's response was lost, and the object was not found afterwards. Run again. Orgform looks for it before it creates one.\nThe answer was lost (connection_lost).",
    ],
    [
      "by an answer without an object",
      box,
      undefined,
      "The service confirmed the request without returning the object, and the object was not found afterwards. Run again. Orgform looks for it before it creates one.",
    ],
    [
      "by a lost answer where no list shows it",
      unlisted,
      lostAnswer(),
      "The service's response was lost, and the object was not found afterwards. Check whether it exists before you run again, because Orgform can't find it.\nThe answer was lost (connection_lost).",
    ],
  ])("%s says so, and what to do", (_how, definition, error, text) => {
    const problem = unconfirmed(operationOn(definition), error);
    expect([problem.code, problem.message, problem.cause]).toEqual([
      "create_unconfirmed",
      `It's unknown whether Box "a \\"b\\"" was created\n${text}`,
      error,
    ]);
  });

  test("is unknown after a lost answer, and fails with any other error as it is", () => {
    expect(creationFailure(operationOn(box), lostAnswer())).toMatchObject({ code: "create_unconfirmed" });
    const error = answered(500, "unavailable", true);
    expect(creationFailure(operationOn(box), error)).toBe(error);
  });

  test("may be taken, where its resource says so of the error", () => {
    const error = answered(500, "unavailable", true);
    const shy = fakeBox({
      capabilities: [
        adoption({ whyPerhapsTaken: (failure: unknown) => (failure === error ? "The key may be taken." : undefined) }),
      ],
    });
    expect(creationFailure(operationOn(shy), error)).toMatchObject({
      code: "adoption_conflict",
      message: `Box "a \\"b\\"" may be taken\nThe key may be taken.\n${error.message}`,
      cause: error,
    });
  });
});

describe("a key that is taken by nothing that can be seen", () => {
  const error = answered(400, "conflict");
  const general =
    "The service says that it exists, but this API key can't see it. It probably belongs to another organization. Choose another one, or remove it there.";
  const deleting = [{ wire: { id: "b1" }, at: {}, id: "o1/b1" }];

  test.each<[string, AnyResource, string]>([
    ["in general", box, general],
    [
      "in the words of its resource",
      fakeBox({
        capabilities: [adoption({ whyTaken: (_api, _inputs, known) => Promise.resolve(JSON.stringify(known)) })],
      }),
      '{"deleting":[{"id":"b1"}],"call":{}}',
    ],
    [
      "in general, where its resource can't tell",
      fakeBox({ capabilities: [adoption({ whyTaken: () => Promise.reject(new Error("refused")) })] }),
      general,
    ],
  ])("is told %s", async (_how, definition, why) => {
    expect(await taken(operationOn(definition), error, deleting)).toMatchObject({
      code: "adoption_conflict",
      message: `Box "a \\"b\\"" is taken\n${why}\n${error.message}`,
      cause: error,
    });
  });
});
