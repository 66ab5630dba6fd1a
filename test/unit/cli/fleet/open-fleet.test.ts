import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, jest, test } from "@jest/globals";

import { ApprovalError, FleetFileError, FleetSession, RecordError } from "../../../../packages/fleet/src/index.ts";
import type { FlagValues } from "../../../../src/cli/flag-values.ts";
import { approversIn } from "../../../../src/cli/fleet/approvers.ts";
import { versionedEngines } from "../../../../src/cli/fleet/engines.ts";
import { openFleet, SHARED_PROVIDERS } from "../../../../src/cli/fleet/session.ts";
import { UsageError } from "../../../../src/cli/usage-error.ts";
import { ANN } from "../../../support/plan-keys.ts";

const VARIABLE = "ORGFORM_FLEET_APPROVERS";
const before = process.env[VARIABLE];
const folder = mkdtempSync(join(tmpdir(), "orgform-open-fleet-"));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => {
  jest.restoreAllMocks();
  if (before === undefined) Reflect.deleteProperty(process.env, VARIABLE);
  else process.env[VARIABLE] = before;
});

const outcome = (done: Promise<unknown>): Promise<unknown> => done.catch((error: unknown) => error);

const opening = () => jest.spyOn(FleetSession, "open");

describe("the fleet of the flags", () => {
  test.each<
    [flags: FlagValues, more: object, file: string, recordFile: string | undefined, isLocal: boolean | undefined]
  >([
    [{}, {}, "fleet.yaml", undefined, undefined],
    [{ file: "é|.yaml", record: "r.sqlite" }, {}, "é|.yaml", "r.sqlite", undefined],
    [{ file: "", record: "" }, { isRecordLocal: true }, "fleet.yaml", undefined, true],
    [{}, { isRecordLocal: false }, "fleet.yaml", undefined, false],
  ])("with %j and %j is opened by its files", async (flags, more, file, recordFile, isRecordLocal) => {
    const session = { place: "here" } as unknown as FleetSession; // -- what the command gets
    const open = opening().mockResolvedValue(session);
    expect(await openFleet(flags, more)).toBe(session);
    const [options] = open.mock.calls[0] ?? [];
    expect(options).toEqual({
      file,
      recordFile,
      isRecordLocal,
      environment: process.env,
      engines: versionedEngines(),
      providerCommand: [process.execPath, SHARED_PROVIDERS],
      approvers: undefined,
    });
    expect(SHARED_PROVIDERS).toMatch(/engines.shared-providers.main\.js$/u);
  });

  test.each([
    [new FleetFileError([{ file: "f.yaml", line: 2, path: "waves", message: "no" } as never]), true],
    [new RecordError("the record is locked"), true],
    [new RangeError("a fault"), false],
  ])("that can't be opened is a mistake of the user, unless the fault is ours: %s", async (error, isMistake) => {
    opening().mockRejectedValue(error);
    const refused = await outcome(openFleet({}));
    expect(refused).toEqual(isMistake ? new UsageError(error.message) : error);
    expect(refused instanceof UsageError ? refused.cause : refused).toBe(error);
  });
});

describe("the approvers", () => {
  const of = (flags: FlagValues) => outcome(approversIn(flags));

  test("are left to the fleet file if neither a flag nor the variable names a file", async () => {
    Reflect.deleteProperty(process.env, VARIABLE);
    expect(await of({})).toBeUndefined();
    process.env[VARIABLE] = "";
    expect(await of({ approvers: "" })).toBeUndefined();
  });

  test("are those of the flag, or else of the variable, whose file must be right", async () => {
    const [flag, variable] = [join(folder, "of-flag"), join(folder, "of-variable")];
    process.env[VARIABLE] = variable;
    for (const [flags, file] of [
      [{}, variable],
      [{ approvers: flag }, flag],
    ] as const) {
      const refused = await of(flags);
      expect(refused).toBeInstanceOf(UsageError);
      expect(refused instanceof UsageError ? [refused.message.includes(file), refused.cause] : refused).toEqual([
        true,
        expect.any(ApprovalError),
      ]);
    }
    writeFileSync(flag, `${ANN.recipient}\n`);
    expect(await of({ approvers: flag })).toBeInstanceOf(UsageError);
  });
});
