import { afterEach, describe, expect, test } from "@jest/globals";

import type { Values } from "../../../../src/model/json-value.ts";
import { isInFull } from "../../../support/extent.ts";
import { EVERY_ENGINE } from "../../../support/terraform-programs.ts";
import { closeTerraformStories, openStory, STORY_LIMIT_MS } from "../fixture.ts";

afterEach(closeTerraformStories);

const ANN = "ann@acme.example";

/** The values in which versions of the configuration differ. */
interface Variant {
  readonly secret: string;
  readonly name: string;
  /** The level of the project's default. */
  readonly level: string;
}

/**
 * Objects of a project that only 2026-09 has: keys with an export, a function, and rules of access. They name no
 * organization.
 */
const declared = ({ secret, name, level }: Variant): string => `
resource "orgform_integration" "keys" {
  project_id = "1"
  aws_s3 = {
    name                  = "${name}"
    aws_access_key_id     = "AKIA-CANARY"
    aws_secret_access_key = "${secret}"
  }
  lifecycle {
    create_before_destroy = true
  }
}
resource "orgform_batch_export" "events" {
  project_id = "1"
  name       = "Events"
  interval   = "hour"
  destination = {
    aws_s3 = {
      bucket_name    = "events"
      region         = "eu-central-1"
      prefix         = "raw/"
      integration_id = orgform_integration.keys.integration_id
    }
  }
}
resource "orgform_hog_function" "bots" {
  project_id = "1"
  type       = "transformation"
  name       = "Drop bots"
  hog        = "return event"
  enabled    = true
}
resource "orgform_project_access" "nobody" {
  project_id = "1"
  level      = "${level}"
}
resource "orgform_project_access" "ann" {
  project_id = "1"
  email      = "${ANN}"
  level      = "admin"
}
resource "orgform_access_control" "dashboards" {
  project_id = "1"
  resource   = "dashboard"
  level      = "viewer"
}
data "orgform_project_access" "ann" {
  project_id = orgform_project_access.ann.project_id
  email      = "${ANN}"
}
output "level" {
  value = data.orgform_project_access.ann.level
}
`;

const IMPORTED: Readonly<Record<string, string>> = {
  "orgform_integration.keys": "1/aws-s3/lake",
  "orgform_project_access.nobody": "1/default",
  "orgform_project_access.ann": `1/member/${ANN}`,
  "orgform_access_control.dashboards": "1/dashboard/default",
};

const IMPORTS = Object.entries(IMPORTED)
  .map(([to, id]) => `import {\n  to = ${to}\n  id = "${id}"\n}\n`)
  .join("");

describe.each(isInFull() ? EVERY_ENGINE : EVERY_ENGINE.slice(0, 1))("with %s", (engine) => {
  test(
    "new kinds of a project's objects are created, rotated, and imported, and no plan shows a secret",
    async () => {
      const story = await openStory("2026-09", "", { engine });
      const { sandbox, workspace, writes } = story;
      const { control, organizationId } = sandbox;
      control.addMembership({ userId: control.createUser({ email: ANN }).id, organizationId, level: 1 });
      const rows = (of: string) => control.call("GET", of) as Values[];
      const levels = (): string[] => rows("access-controls").map((rule) => String(rule["access_level"]));
      const methods = (): string[] => writes().map((one) => one.split(" ")[0] ?? "");
      const first: Variant = { secret: "secret-canary-1", name: "warehouse", level: "none" };
      workspace.write(declared(first));
      await workspace.apply();
      expect(levels().toSorted()).toEqual(["admin", "none", "viewer"]);
      expect(await workspace.must("output", "level")).toContain("admin");
      expect(await workspace.planStatus()).toBe(0);

      const rotated = { ...first, secret: "secret-canary-2" };
      workspace.write(declared(rotated));
      const plan = await workspace.must("plan");
      expect(plan).toMatch(/integration_id\s+= "\d+" -> \(known after apply\)/u);
      expect(plan).not.toContain("canary");
      control.clearRequests();
      await workspace.apply();
      expect(methods()).toEqual(["POST", "PATCH", "DELETE"]);
      expect(rows("integrations")).toMatchObject([
        { identity: "warehouse~r2", secrets: { aws_secret_access_key: "secret-canary-2" } },
      ]);
      expect(await workspace.planStatus()).toBe(0);

      const renamed = { ...rotated, name: "lake", level: "member" };
      control.clearRequests();
      workspace.write(declared(renamed));
      await workspace.apply();
      expect(methods().filter((method) => method !== "PUT")).toEqual(["POST", "PATCH", "DELETE"]);
      expect(writes().filter((one) => one.startsWith("PUT"))).toEqual([
        `PUT /api/organizations/${sandbox.organizationId}/projects/1/access_controls/`,
      ]);
      expect(rows("integrations")).toMatchObject([{ identity: "lake" }]);

      await workspace.must("state", "rm", ...Object.keys(IMPORTED));
      workspace.write(declared(renamed) + IMPORTS);
      expect(await workspace.must("plan")).toContain("4 to import, 0 to add");
      control.clearRequests();
      await workspace.apply();
      expect(writes()).toEqual([]);
      workspace.write(declared(renamed));
      expect(await workspace.planStatus()).toBe(0);
      await workspace.must("destroy", "-auto-approve");
      expect([rows("integrations"), levels()]).toEqual([[], []]);
    },
    STORY_LIMIT_MS,
  );
});
