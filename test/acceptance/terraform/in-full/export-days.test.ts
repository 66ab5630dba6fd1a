import { afterEach, expect, test } from "@jest/globals";

import type { Values } from "../../../../src/model/json-value.ts";
import { EVERY_ENGINE } from "../../../support/terraform-programs.ts";
import { declare } from "../../support/program-text.ts";
import { hclOf } from "../../support/hcl-text.ts";
import { closeTerraformStories, openStory, STORY_LIMIT_MS } from "../fixture.ts";

afterEach(closeTerraformStories);

const FILTERS = JSON.stringify([{ key: "$browser", operator: "exact", type: "event", value: ["Chrome"] }]);
const HOME = { projectId: "1" };
const BUCKET = {
  bucketName: "events",
  region: "eu-central-1",
  prefix: "raw/",
  fileFormat: "Parquet",
  compression: "zstd",
};

/** Exports with settings that the service treats differently in October, or didn't show before. */
const exportsOf = (integrationId: string, name: string): string =>
  hclOf(
    [
      declare("BatchExport", "bucket", {
        destination: { awsS3: { ...BUCKET, integrationId } },
        name,
        incrementalMode: "append",
      }),
      declare("BatchExport", "persons", {
        destination: { noOp: {} },
        name: "Persons",
        model: "persons",
        filters: FILTERS,
        interval: "week",
        offsetDay: 2,
      }),
      declare("BatchExport", "columns", {
        destination: { noOp: {} },
        name: "Columns",
        hogqlQuery: "SELECT event,\n  team_id AS team FROM events",
      }),
    ].map(({ args, ...one }) => ({ ...one, args: { ...HOME, interval: "hour", ...args } })),
  );

// One program and one state, while the service changes from September to October.
test.each(EVERY_ENGINE.slice(0, 1))(
  "%s sees no difference, replaces nothing, and loses nothing when the service's exports change in October",
  async (engine) => {
    const { sandbox, workspace, writes } = await openStory("2026-09", "", { engine });
    const { control } = sandbox;
    control.changeSettings({ asOf: "2026-09-16" });
    const config = { name: "keys", aws_access_key_id: "AK", aws_secret_access_key: "SK" };
    const made = control.call("POST", "integrations", { project: 1, kind: "aws-s3", config }) as { number: number };
    const write = (name: string): void => workspace.write(exportsOf(String(made.number), name));
    const ids = (): unknown[] =>
      (control.call("GET", "batch-exports") as Values[])
        .filter((row) => row["is_deleted"] === false)
        .map(({ id }) => id);
    write("Bucket");
    await workspace.apply();
    const before = ids();
    expect(before).toHaveLength(3);
    control.changeSettings({ asOf: "2026-10-15" });
    control.clearRequests();
    expect(await workspace.planStatus()).toBe(0);
    expect(await workspace.must("plan", "-refresh-only")).toContain("No changes.");
    await workspace.apply();
    expect(writes()).toEqual([]);
    write("Renamed");
    await workspace.apply();
    expect(writes().map((one) => one.split(" ")[0])).toEqual(["PATCH"]);
    expect(ids()).toEqual(before);
    await workspace.must("destroy", "-auto-approve");
    expect(ids()).toEqual([]);
  },
  STORY_LIMIT_MS,
);
