import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, describe, expect, test } from "@jest/globals";

import { startSandbox } from "../../packages/sandbox/src/index.ts";
import { SCENARIO_DIALECTS } from "../support/dialects.ts";
import { testInFull } from "../support/extent.ts";
import { pluginProgram } from "./support/plugin-story.ts";
import { declare } from "./support/program-text.ts";
import { until } from "./support/service.ts";
import { FleetOfTwo, SHARED_MAIN, SharedFleet } from "./support/shared-fleet.ts";
import { closeLater, closeStories, STORY_LIMIT_MS } from "./support/story.ts";

afterEach(closeStories);

const DOMAINS = "/api/organizations/:organization_id/domains/";

const DOMAIN = (domain: string): string => `
resource "orgform_domain" "own" {
  domain = "${domain}"
}
`;
const program = (domain: string): string => pluginProgram([declare("Domain", "own", { domain })]);

describe.each(SCENARIO_DIALECTS)("a provider process that stacks share (%s)", (dialect) => {
  testInFull(
    "serves a Pulumi stack and a Terraform workspace side by side, each with its own key",
    async () => {
      const fleet = await SharedFleet.open(dialect);
      const [one, two] = [fleet.tenant("one"), fleet.tenant("two")];
      const stack = await fleet.pulumi(one, program("one.example"));
      const workspace = await fleet.terraform(two, DOMAIN("two.example"));
      const { pid } = fleet.shared;
      await Promise.all([stack.must("up", "--yes"), workspace.must("init").then(() => workspace.apply())]);
      expect([fleet.domainsOf(one), fleet.domainsOf(two)]).toEqual([["one.example"], ["two.example"]]);
      await Promise.all([stack.previewEmpty(), workspace.planStatus().then((status) => expect(status).toBe(0))]);
      await Promise.all([stack.refresh("--expect-no-changes"), workspace.must("plan", "-refresh-only")]);
      workspace.write('provider "orgform" {\n  host = "http://127.0.0.1:9"\n}\n', "provider.tf");
      expect(await workspace.mustFail("plan")).toContain("The provider was configured with another host before");
      await stack.must("config", "set", "orgform:organizationId", two.organizationId);
      const refused = await stack.run("preview");
      expect(refused.output).toContain("The provider was configured with another organizationId before");
      // Neither engine could have started a provider of its own, because none is installed.
      expect(fleet.shared.pid).toBe(pid);
      expect([await fleet.shared.close("one"), await fleet.shared.close("two")]).toEqual([5, expect.any(Number)]);
    },
    STORY_LIMIT_MS,
  );

  testInFull(
    "an error that no call catches fails its workspace with a message; the others continue",
    async () => {
      // Throws when the creation record is opened, which happens before every POST.
      const hook = join(mkdtempSync(join(tmpdir(), "orgform-shared-hook-")), "hook.cjs");
      closeLater(() => rmSync(dirname(hook), { recursive: true }));
      writeFileSync(
        hook,
        `const files = require("node:fs/promises");
const { open } = files;
files.open = (path, ...rest) => {
  if (String(path).includes("broken")) setImmediate(() => { throw new Error("broke near " + path); });
  return open(path, ...rest);
};
require("node:module").syncBuiltinESMExports();
`,
      );
      const fleet = await SharedFleet.open(dialect, "--require", hook);
      const [broken, sound] = [fleet.tenant("broken"), fleet.tenant("sound")];
      const workspaces = [
        await fleet.terraform(broken, DOMAIN("a.example")),
        await fleet.terraform(sound, DOMAIN("b.example")),
      ];
      const { pid } = fleet.shared;
      fleet.sandbox.control.addFault({ kind: "delay", delayMs: 1_000, method: "POST", route: DOMAINS });
      const [failed, applied] = await Promise.all([
        workspaces[0]?.mustFail("apply", "-auto-approve"),
        workspaces[1]?.apply(),
      ]);
      expect(failed).toContain("The provider orgform failed with an internal error");
      expect(failed).toContain("broke near");
      expect(applied).toContain("1 added");
      expect(fleet.shared.pid).toBe(pid);
    },
    STORY_LIMIT_MS,
  );

  test(
    "killed in the middle of an apply, it's replaced, and nothing is created twice",
    async () => {
      const fleet = await SharedFleet.open(dialect);
      const tenant = fleet.tenant("killed");
      const workspace = await fleet.terraform(tenant, DOMAIN("killed.example"));
      const { pid = 0 } = fleet.shared;
      fleet.sandbox.control.addFault({
        kind: "delay-after",
        delayMs: 60_000,
        method: "POST",
        route: DOMAINS,
        times: 1,
      });
      const failed = workspace.mustFail("apply", "-auto-approve");
      await until("the service has made the domain", () => fleet.domainsOf(tenant).length > 0);
      process.kill(pid, "SIGKILL");
      expect(await failed).toContain("orgform_domain.own");
      await fleet.shared.close(tenant.name);
      await fleet.attach(tenant, workspace);
      expect(fleet.shared.pid).not.toBe(pid);
      expect(await workspace.apply()).toContain("1 added");
      expect(fleet.domainsOf(tenant)).toEqual(["killed.example"]);
    },
    STORY_LIMIT_MS,
  );
});

testInFull(
  "a fleet of both engines uses it if no provider is installed; a template can opt out",
  async () => {
    const folder = new FleetOfTwo(await startSandbox({ dialect: "2026-09" }));
    closeLater(() => folder.close());
    folder.write("");
    const { status, output } = await folder.run("up", "--yes", "--json");
    expect(output).toContain('{"event":"end","succeeded":2,"failed":0,"notStarted":0}');
    expect(status).toBe(0);
    expect(folder.organizations()).toEqual(["Acme", "ByPulumi", "ByTerraform"]);
    folder.write(", sharedProvider: false");
    const alone = await folder.run("plan", "--only", "two", "--json");
    expect(alone.status).toBe(1);
    expect(alone.output).toContain('"succeeded":0,"failed":1');
  },
  STORY_LIMIT_MS,
);

test("it ends if the process that started it is killed", async () => {
  const child = `require("node:child_process").spawn(process.execPath, [${JSON.stringify(SHARED_MAIN)}], { stdio: ["pipe", 1, 2] })`;
  const parent = spawn(process.execPath, ["-e", `console.log(${child}.pid)`], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(parent.stdout, "data")) as [Buffer];
  const pid = Number(line.toString("utf8"));
  expect(isAlive(pid)).toBe(true);
  parent.kill("SIGKILL");
  await until("the process has ended", () => !isAlive(pid));
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
