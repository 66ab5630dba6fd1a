import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";

import { toolFindings } from "../../../src/cli/doctor/tools.ts";
import { engines } from "../../../src/engines/index.ts";
import { writeProgram } from "../../support/fake-tools.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-versions-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const TOOLS = engines.flatMap(({ tools }) => tools);

/** Versions around the oldest one: each number above and below, the others on the opposite side. */
function versionsAround([major, minor]: readonly [number, number]): readonly (readonly [string, "ok" | "warn"])[] {
  return [
    [`${major}.${minor}.0`, "ok"],
    [`${major}.${minor}.99`, "ok"],
    [`${major}.${minor + 1}.0`, "ok"],
    [`${major}.${10 ** String(minor).length}.0`, "ok"],
    [`${major + 1}.0.0`, "ok"],
    [`${major * 10}.0.0`, "ok"],
    [`${major}.${minor - 1}.999`, "warn"],
    [`${major}.0.99`, "warn"],
    [`${major - 1}.${minor + 1}.99`, "warn"],
    [`${major - 1}.999.999`, "warn"],
  ];
}

test.each([...versionsAround([0, 0]).keys()])(
  "versions are an order, whichever number differs: case %i",
  async (index) => {
    const cases = TOOLS.map(({ program, oldest }) => ({ program, of: versionsAround(oldest)[index] ?? ["", "ok"] }));
    for (const { program, of } of cases) writeProgram(folder, program, `echo 'Some ${program} v${of[0]}'`);
    const [, ...found] = await toolFindings({ PATH: `${folder}:/bin:/usr/bin` });
    expect(found.map(({ check, severity }) => [check, severity])).toEqual(
      cases.map(({ program, of }) => [program, of[1]]),
    );
  },
);
