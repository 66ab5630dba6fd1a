import { afterEach, describe, expect, test } from "@jest/globals";

import { SCENARIO_DIALECTS } from "../../../support/dialects.ts";
import { closeTerraformStories, openStory, STORY_LIMIT_MS } from "../fixture.ts";

afterEach(closeTerraformStories);

const ANN = "ann@acme.example";
const EVE = "eve@acme.example";

const declared = (organizationId: string, level: string, enforce: boolean): string => `
resource "orgform_organization_members" "all" {
  organization_id = "${organizationId}"
  members         = { "${ANN}" = "${level}" }
  enforce         = ${enforce}
}
`;

describe.each(SCENARIO_DIALECTS)("terraform, dialect %s", (dialect) => {
  test(
    "OrganizationMembers reports undeclared people, and with enforce shows and removes each of them",
    async () => {
      const { sandbox, workspace, writes } = await openStory(dialect, "");
      const { control, organizationId } = sandbox;
      const [ann, eve] = [ANN, EVE].map((email) => control.createUser({ email }).id);
      for (const userId of [ann, eve]) control.addMembership({ userId, organizationId, level: 1 });
      workspace.write(declared(organizationId, "member", false));
      await workspace.apply();
      expect(workspace.attributes("orgform_organization_members", "all")).toMatchObject({
        unmanaged: { [EVE]: "member" },
        missing: [],
      });
      const reported = await workspace.must("plan");
      expect(reported).toContain("No changes.");
      expect(reported).toContain(`Undeclared members, who stay: ${EVE}.`);
      expect(writes()).toEqual([]);

      workspace.write(declared(organizationId, "admin", true));
      expect(await workspace.must("plan")).toContain(`Members who are not declared and will be removed: ${EVE}.`);
      await workspace.apply();
      const path = (user = ""): string => `/api/organizations/${organizationId}/members/${user}/`;
      expect(writes()).toEqual([`PATCH ${path(ann)}`, `DELETE ${path(eve)}`]);
      expect(await workspace.planStatus()).toBe(0);

      control.addMembership({ userId: eve ?? "", organizationId, level: 8 });
      const drifted = await workspace.must("plan");
      expect(drifted).toMatch(/- "eve@acme\.example" += "admin" -> null/u);
      expect(drifted).toContain("Plan: 0 to add, 1 to change, 0 to destroy.");
      await workspace.apply();
      expect(control.memberships()).toHaveLength(2);
    },
    STORY_LIMIT_MS,
  );
});
