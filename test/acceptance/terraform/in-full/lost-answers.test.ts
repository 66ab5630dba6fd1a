import { afterEach, describe, expect, test } from "@jest/globals";

import { SCENARIO_DIALECTS } from "../../../support/dialects.ts";
import { closeTerraformStories, globexOf, openStory, STORY_LIMIT_MS } from "../fixture.ts";

afterEach(closeTerraformStories);

describe.each(SCENARIO_DIALECTS)("terraform, dialect %s", (dialect) => {
  test(
    "a create and a change with lost responses are looked up and sent only once",
    async () => {
      const { sandbox, workspace, writes } = await openStory(dialect, globexOf("urn:1"));
      // Loses the responses to the first two requests.
      const loseAnswers = (method: string): void => {
        sandbox.control.clearRequests();
        sandbox.control.addFault({ kind: "reset-after", method, times: 2 });
      };
      const methods = (): string[] => writes().map((write) => write.split(" ")[0] ?? "");

      loseAnswers("POST");
      expect(await workspace.apply()).toContain("Resources: 2 added");
      expect(methods()).toEqual(["POST", "POST"]);
      expect(await workspace.planStatus()).toBe(0);

      loseAnswers("PATCH");
      workspace.write(globexOf("urn:2"));
      expect(await workspace.apply()).toContain("0 added, 1 changed, 0 destroyed");
      expect(methods()).toEqual(["PATCH"]);
      sandbox.control.clearFaults();
      expect(await workspace.planStatus()).toBe(0);

      loseAnswers("DELETE");
      expect(await workspace.must("destroy", "-auto-approve")).toContain("2 destroyed");
      // Deleting a deleted object does no harm, so a deletion is sent again.
      expect(methods()).toEqual(["DELETE", "DELETE", "DELETE", "DELETE"]);
      expect(sandbox.control.organizations().map(({ name }) => name)).toEqual(["Acme"]);
    },
    STORY_LIMIT_MS,
  );
});
