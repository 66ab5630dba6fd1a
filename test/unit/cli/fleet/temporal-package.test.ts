import { afterAll, beforeEach, describe, expect, jest, test } from "@jest/globals";
import type { TemporalFleet } from "@orgform/fleet/temporal";

import * as fleetPackage from "../../../../packages/fleet/src/index.ts";
import type { FlagValues } from "../../../../src/cli/flag-values.ts";
import { versionedEngines } from "../../../../src/cli/fleet/engines.ts";
import { temporalIn, temporalPackage, withTemporalFleet } from "../../../../src/cli/fleet/temporal-package.ts";
import { UsageError } from "../../../../src/cli/usage-error.ts";

class TemporalError extends Error {}

/** Temporal's part of the package, which remembers how it was called. */
const stage = {
  calls: [] as unknown[],
  open: async (): Promise<unknown> => undefined,
};

jest.doMock(
  "@orgform/fleet/temporal",
  () => ({
    TemporalError,
    TemporalFleet: { open: (options: unknown) => (stage.calls.push(options), stage.open()) },
    temporalPlace: (place: unknown, environment: unknown) => ({ place, isOfProcess: environment === process.env }),
  }),
  { virtual: true },
);

beforeEach(() => {
  stage.calls = [];
  stage.open = async () => ({ close: async () => void stage.calls.push("closed") });
});
afterAll(() => void jest.dontMock("@orgform/fleet/temporal"));

const outcome = (done: Promise<unknown>): Promise<unknown> =>
  done.catch((error: unknown) => (error instanceof UsageError ? error.message : error));

test.each<[flags: FlagValues, place: object, name: string | undefined]>([
  [{ temporal: true }, { address: undefined, namespace: undefined }, undefined],
  [{ temporal: "h:7233", namespace: "é|", "task-queue": "q" }, { address: "h:7233", namespace: "é|" }, "q"],
  [{ temporal: "", namespace: "", "task-queue": "" }, { address: undefined, namespace: undefined }, undefined],
])("the server of %j", async (flags, place, name) => {
  expect(await temporalIn(flags)).toEqual({ temporal: { place, isOfProcess: true }, name });
});

describe("a fleet on Temporal", () => {
  test("is opened by the flags, used, and closed", async () => {
    const flags = { file: "f.yaml", temporal: "h:1", "task-queue": "q" };
    const used: TemporalFleet[] = [];
    expect(
      await withTemporalFleet(flags, async (fleet) => {
        used.push(fleet);
        stage.calls.push("used");
        return 3;
      }),
    ).toBe(3);
    expect(used).toHaveLength(1);
    expect(stage.calls).toEqual([
      {
        file: "f.yaml",
        engines: versionedEngines(),
        approvers: undefined,
        temporal: { place: { address: "h:1", namespace: undefined }, isOfProcess: true },
        name: "q",
      },
      "used",
      "closed",
    ]);
  });

  const { ApprovalError, FleetBusyError, FleetFileError, NothingToResumeError, PlanFileError, SelectionError } =
    fleetPackage;
  const made = (kind: { readonly prototype: Error }): Error =>
    Object.assign(Object.create(kind.prototype), { message: "no" });

  test.each(
    [
      ApprovalError,
      FleetBusyError,
      FleetFileError,
      NothingToResumeError,
      PlanFileError,
      SelectionError,
      TemporalError,
    ].map((kind) => [kind.name, made(kind)] as const),
  )("that meets a %s tells it without a stack, and is closed", async (_name, error) => {
    const refused = await withTemporalFleet({}, () => Promise.reject(error)).catch((reason: unknown) => reason);
    expect(refused).toEqual(new UsageError("no"));
    expect(refused instanceof UsageError && refused.cause).toBe(error);
    expect(stage.calls.at(-1)).toBe("closed");
    stage.open = () => Promise.reject(error);
    expect(await outcome(withTemporalFleet({}, () => Promise.resolve(0)))).toBe("no");
    expect(stage.calls.filter((call) => call === "closed")).toHaveLength(1);
  });

  test("that meets a fault of ours throws it, and is closed", async () => {
    const fault = new RangeError("a fault");
    await expect(withTemporalFleet({}, () => Promise.reject(fault))).rejects.toBe(fault);
    expect(stage.calls.at(-1)).toBe("closed");
    await expect(withTemporalFleet({}, () => Promise.reject("a text"))).rejects.toBe("a text");
  });
});

test.each([
  [
    "Cannot find package '@temporalio/worker' imported from x",
    "Fleets on Temporal need Temporal's packages, which aren't installed: run `npm install --save-dev " +
      "@temporalio/activity@1.24.0 @temporalio/client@1.24.0 @temporalio/worker@1.24.0 @temporalio/workflow@1.24.0` and this command again.",
  ],
  ["Cannot find package 'other' imported from '@temporalio/worker'", undefined],
  ["It said: Cannot find package '@temporalio/worker'", undefined],
])("without its packages (%s), says what to install", async (message, words) => {
  const missing = new Error(message);
  jest.resetModules();
  jest.doMock(
    "@orgform/fleet/temporal",
    () => {
      throw missing;
    },
    { virtual: true },
  );
  expect(await outcome(temporalPackage())).toEqual(words ?? missing);
});
