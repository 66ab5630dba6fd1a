import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";

import { fleetLocation } from "../../../packages/fleet/src/fleet-place.ts";
import { RecordError } from "../../../packages/fleet/src/record/database.ts";
import { openRecord, type RecordPlace } from "../../../packages/fleet/src/record/open-record.ts";
import { FileLock } from "../../../packages/fleet/src/record/run-lock.ts";
import { createFakeClock, FAKE_START } from "../../support/fake-clock.ts";

const folder = mkdtempSync(join(tmpdir(), "orgform-open-record-"));
afterAll(() => rmSync(folder, { recursive: true }));

const fileWith = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

/** Nobody listens there. */
const AWAY = "postgres://orgform:canary@127.0.0.1:1/größe";
const AWAY_WORDS =
  "The database 127.0.0.1:1/gr%C3%B6%C3%9Fe can't be used: ECONNREFUSED. Check the URL, the server, and the rights of the user.";
const EMPTY = "which is missing or empty. Set it to the URL of the database, or leave out `database`.";
const [SET, BLANK, WRONG, MISSING] = [
  fileWith("set", `\n ${AWAY}\r\n`),
  fileWith("blank", " \n\t"),
  fileWith("wrong", "https://acme.example"),
  join(folder, "missing"),
];

describe("a record in a database", () => {
  test.each<readonly [NonNullable<RecordPlace["database"]>, string]>([
    [{ file: MISSING }, `The field database of the fleet file names the file ${MISSING}, ${EMPTY}`],
    [{ file: BLANK }, `The field database of the fleet file names the file ${BLANK}, ${EMPTY}`],
    [{ file: folder }, `The field database of the fleet file names the file ${folder}, ${EMPTY}`],
    [{ environment: "UNSET" }, `The field database of the fleet file names the variable UNSET, ${EMPTY}`],
    [{ environment: "BLANK" }, `The field database of the fleet file names the variable BLANK, ${EMPTY}`],
  ])("of %j is refused, with the place that has no URL", async (database, message) => {
    const place = fleetLocation(join(folder, "fleet.yaml"));
    const refused = openRecord({ place, database, environment: { BLANK: " \n" } });
    await expect(refused).rejects.toThrow(new RecordError(message));
    await expect(refused).rejects.toBeInstanceOf(RecordError);
  });

  test.each<readonly [NonNullable<RecordPlace["database"]>, string | RegExp]>([
    [{ file: SET }, AWAY_WORDS],
    [{ environment: "SET" }, AWAY_WORDS],
    [{ file: WRONG }, /should be postgres:\/\/user:password@host:5432\/name/u],
  ])("of %j is sought at the URL that stands there, without the blanks around it", async (database, message) => {
    const place = fleetLocation(join(folder, "fleet.yaml"));
    const refused = openRecord({ place, database, environment: { SET: ` ${AWAY}\n` } });
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toBeInstanceOf(RecordError);
    await expect(refused).rejects.not.toThrow("canary");
  });
});

test("a record without a database is in the file of its place, by the given clock, and so is its lock", async () => {
  const place = fleetLocation(join(folder, "größe.yaml"));
  const clock = createFakeClock();
  const { record, lock } = await openRecord({ place, database: undefined, environment: {}, clock });
  try {
    const held = await lock.hold("run");
    expect([existsSync(place.recordFile), await new FileLock(place.lockFile).isHeld()]).toEqual([true, true]);
    await held.release();
    await record.begin("plan", [], 2, { isRefresh: false, isApproved: false, share: 1 });
    const [{ record: again }, { record: other }] = await Promise.all([
      openRecord({ place, database: undefined, environment: {} }),
      openRecord({ place: fleetLocation(join(folder, "other.yaml")), database: undefined, environment: {} }),
    ]);
    expect(await again.newest()).toMatchObject({ action: "plan", waves: 2, started: FAKE_START });
    expect(await other.newest()).toBeUndefined();
    await again.close();
    await other.close();
  } finally {
    await record.close();
  }
});
