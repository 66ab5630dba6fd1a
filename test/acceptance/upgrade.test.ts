import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, describe, expect, test } from "@jest/globals";

import { SCENARIO_DIALECTS } from "../support/dialects.ts";
import { testInFull } from "../support/extent.ts";
import { recordedVersions, releasedVersions, revive, type RevivedState } from "../support/recorded-state.ts";
import { SSO_NAMES } from "../support/sso-stack.ts";

const ROOT = join(__dirname, "../..");
const [NEWEST = ""] = recordedVersions().slice(-1);
/** recorded-engines.test.ts covers every resource and engine, in one dialect. */
const EVERY_WAY = SCENARIO_DIALECTS.flatMap((dialect) => recordedVersions().map((version) => ({ dialect, version })));

describe("recorded states", () => {
  test("exist for every version that the change log lists with a date", () => {
    const changeLog = readFileSync(join(ROOT, "CHANGELOG.md"), "utf8");
    const missing = releasedVersions(changeLog).filter((version) => !recordedVersions().includes(version));
    // To record one: npx tsx scripts/record-state.ts <version>
    expect(missing).toEqual([]);
  });

  test("are asked for by a heading with a date, not by one without", () => {
    const changeLog =
      "# Changes\n\n## 0.3.0 - unreleased\n\n## 0.2.0 - 2027-01-15\n\ntext\n\n## [0.1.0] (2026-12-01)\n";
    expect(releasedVersions(changeLog)).toEqual(["0.2.0", "0.1.0"]);
  });

  test("hold every resource with the version of its state", () => {
    for (const version of recordedVersions()) {
      const text = readFileSync(join(ROOT, "test/fixtures/states", version, "state.json"), "utf8");
      const { deployment } = JSON.parse(text) as {
        deployment: { resources: { urn: string; outputs?: { stateVersion?: number } }[] };
      };
      const ours = deployment.resources.filter((one) => one.urn.includes(":dynamic/orgform:"));
      expect(ours.map((one) => one.urn.split("::").at(-1) ?? "").sort()).toEqual([...SSO_NAMES]);
      expect(ours.filter((one) => !Number.isInteger(one.outputs?.stateVersion))).toEqual([]);
    }
  });
});

describe("the state of an earlier version", () => {
  let revived: RevivedState;

  afterEach(async () => {
    await revived.sandbox.close();
    revived.stack.dispose();
  });

  for (const { dialect, version } of EVERY_WAY) {
    testInFull(
      `of ${version} needs no change after refresh and update, and is destroyed whole (${dialect})`,
      async () => {
        revived = await revive(version, dialect);
        const { sandbox, stack } = revived;
        const recorded = await stack.entries();
        expect(Object.keys(recorded)).toEqual([...SSO_NAMES]);
        await stack.refresh("--expect-no-changes");
        await stack.up("--expect-no-changes");
        await stack.previewEmpty();
        const after = await stack.entries();
        expect(Object.values(after).map((entry) => entry.id)).toEqual(Object.values(recorded).map((entry) => entry.id));
        expect(sandbox.control.requests().filter((request) => request.method !== "GET")).toEqual([]);

        await stack.destroy();
        expect(await stack.entries()).toEqual({});
        expect(sandbox.control.organizations().map((row) => row.name)).toEqual(["Acme"]);
      },
      240_000,
    );
  }

  for (const dialect of SCENARIO_DIALECTS) {
    testInFull(
      `is refused with the remedy, and left as it is, when it is from a newer version (${dialect})`,
      async () => {
        revived = await revive(NEWEST, dialect, (entry) => {
          if (entry.type.includes("orgform:")) Object.assign(entry.outputs ?? {}, { stateVersion: 99 });
        });
        const { sandbox, stack } = revived;
        const recorded = await stack.entries();
        for (const command of ["refresh", "up", "destroy"]) {
          const { status, output } = await stack.run(command, "--yes", "--skip-preview");
          expect(output).toContain("has version 99; this Orgform knows 1");
          expect(output).toContain("Install the version of Orgform that wrote it, or a later one.");
          expect(status).toBe(1);
        }
        expect(await stack.entries()).toEqual(recorded);
        expect(sandbox.control.requests().filter((request) => request.method !== "GET")).toEqual([]);
      },
      240_000,
    );
  }

  for (const dialect of SCENARIO_DIALECTS) {
    testInFull(
      `is read as version 1 when it names no version, and names it after a refresh (${dialect})`,
      async () => {
        revived = await revive(NEWEST, dialect, (entry) => {
          Reflect.deleteProperty(entry.outputs ?? {}, "stateVersion");
        });
        const { stack } = revived;
        expect(Object.values(await stack.entries()).map((entry) => entry.outputs?.["stateVersion"])).toEqual(
          SSO_NAMES.map(() => undefined),
        );
        await stack.previewEmpty();
        await stack.refresh();
        expect(Object.values(await stack.entries()).map((entry) => entry.outputs?.["stateVersion"])).toEqual(
          SSO_NAMES.map(() => 1),
        );
        await stack.previewEmpty();
      },
      240_000,
    );
  }
});
