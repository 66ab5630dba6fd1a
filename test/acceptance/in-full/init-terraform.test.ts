import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";

import { playProject, ReleasedPackages } from "../support/new-project.ts";

// Packages are packed and installed. The other projects are in the folder in-full.
jest.setTimeout(300_000);

let released: ReleasedPackages;
beforeAll(async () => {
  released = await ReleasedPackages.start("sandbox");
});
afterAll(() => released?.close());

test("a project for Terraform runs with the printed commands, changes nothing the second time, and is destroyed", async () => {
  const { up, again, destroy } = await playProject(["--for", "terraform"], released);
  expect(up).toContain("Apply complete! Resources: 2 added, 0 changed, 0 destroyed.");
  expect(again).toContain("No changes. Your infrastructure matches the configuration.");
  expect(destroy).toContain("Destroy complete! Resources: 2 destroyed.");
});
