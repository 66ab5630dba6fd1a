import { expect, test } from "@jest/globals";

import { carryGuideOf } from "../../../src/cli/migrate/switch-guide.ts";

test("commands that take objects out of a state survive a shell", () => {
  const leaving = ["posthog_role.x", `module.team["it's"].posthog_role.x`];
  const guide = carryGuideOf({ objects: [], namedHost: undefined, edits: [], open: [], leaving }, []);
  expect(guide).toContain(
    String.raw`
terraform state rm 'posthog_role.x'
terraform state rm 'module.team["it'\''s"].posthog_role.x'
`,
  );
});
