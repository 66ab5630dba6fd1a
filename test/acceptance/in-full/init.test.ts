import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";

import { ensureLanguageHosts } from "../../../tools/set-up/pulumi/language-hosts.ts";
import { TEMPLATES } from "../../../src/cli/init/templates.generated.ts";
import { pulumiCli } from "../../support/pulumi-stack.ts";
import { playProject, playTemplate, ReleasedPackages } from "../support/new-project.ts";

// Packages are packed and installed from a registry of the test.
jest.setTimeout(900_000);

let released: ReleasedPackages;
beforeAll(async () => {
  released = await ReleasedPackages.start("sandbox", "cdktn");
});
afterAll(() => released?.close());

describe("a project runs with the printed commands, changes nothing the second time, and is destroyed:", () => {
  test.each(["typescript", "yaml"])("for Pulumi in %s", async (language) => {
    const { binDir } = await ensureLanguageHosts({ log: () => undefined });
    const { up, again, destroy } = await playProject(["--for", "pulumi", "--language", language], released, binDir);
    expect(up).toMatch(/\+ 3 created/u);
    expect(again).toMatch(/Resources:\n +3 unchanged/u);
    expect(destroy).toMatch(/- 3 deleted/u);
  });

  test("for Pulumi, by `pulumi new` from the same template", async () => {
    const { binDir } = await pulumiCli();
    const { files, main, up } = await playTemplate(released, binDir);
    expect(files).toEqual(expect.arrayContaining(Object.keys(TEMPLATES["pulumi-typescript"])));
    expect(main).toBe(TEMPLATES["pulumi-typescript"]["index.ts"]);
    expect(up).toMatch(/\+ 3 created/u);
  });

  test("for CDK", async () => {
    const { up, again, destroy } = await playProject(["--for", "cdk"], released);
    expect(up).toContain("Apply complete! Resources: 2 added, 0 changed, 0 destroyed.");
    expect(again).toContain("No changes. Your infrastructure matches the configuration.");
    expect(destroy).toContain("Destroy complete! Resources: 2 destroyed.");
  });
});
