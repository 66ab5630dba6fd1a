import { afterEach, expect, test } from "@jest/globals";

import { killProcessesOf, startCommand } from "../../support/stack-processes.ts";
import { EVERY_ENGINE } from "../../support/terraform-programs.ts";
import { pluginProgram } from "../support/plugin-story.ts";
import { declare, programOf } from "../support/program-text.ts";
import { until } from "../support/service.ts";
import { SharedFleet } from "../support/shared-fleet.ts";
import { closeLater, closeStories, STORY_LIMIT_MS } from "../support/story.ts";

// The ordinary story covers one stack and one workspace. This covers two of each kind, and a killed stack.

afterEach(closeStories);

const domain = (name: string) => [declare("Domain", "own", { domain: `${name}.example` })];
const config = (name: string): string => `resource "orgform_domain" "own" {\n  domain = "${name}.example"\n}\n`;

test(
  "two stacks of the plugin, one of dynamic resources and two workspaces of each engine run side by side",
  async () => {
    const fleet = await SharedFleet.open("2025-08");
    const names = ["one", "two", "dynamic", ...EVERY_ENGINE.flatMap((engine) => [`${engine}-a`, `${engine}-b`])];
    const tenants = new Map(names.map((name) => [name, fleet.tenant(name)]));
    const tenant = (name: string) => tenants.get(name) ?? fleet.tenant(name);
    const stacks = [];
    for (const name of ["one", "two"]) stacks.push(await fleet.pulumi(tenant(name), pluginProgram(domain(name))));
    const dynamic = await fleet.pulumi(tenant("dynamic"), programOf(domain("dynamic")));
    // The process of dynamic resources gets its settings from the engine's environment, and isn't shared.
    Object.assign(dynamic.env, tenant("dynamic").environment);
    const workspaces = [];
    for (const engine of EVERY_ENGINE) {
      for (const name of [`${engine}-a`, `${engine}-b`]) {
        workspaces.push(await fleet.terraform(tenant(name), config(name), engine));
      }
    }
    const { pid } = fleet.shared;
    const all = [...stacks, dynamic];
    await Promise.all([
      ...all.map((stack) => stack.must("up", "--yes")),
      ...workspaces.map((workspace) => workspace.must("init").then(() => workspace.apply())),
    ]);
    expect(names.map((name) => fleet.domainsOf(tenant(name)))).toEqual(names.map((name) => [`${name}.example`]));
    for (const stack of all) await stack.previewEmpty();
    for (const stack of all) await stack.refresh("--expect-no-changes");
    for (const workspace of workspaces) expect(await workspace.planStatus()).toBe(0);
    expect(fleet.shared.pid).toBe(pid);
    const connections = await Promise.all(["one", "two", "dynamic"].map((name) => fleet.shared.close(name)));
    expect(connections).toEqual([4, 4, 0]);
  },
  STORY_LIMIT_MS,
);

test(
  "killed in the middle of a Pulumi update, it's replaced, and nothing is created twice",
  async () => {
    const fleet = await SharedFleet.open("2025-08");
    const tenant = fleet.tenant("killed");
    const stack = await fleet.pulumi(tenant, pluginProgram(domain("killed")));
    closeLater(() => killProcessesOf(stack));
    const { pid = 0 } = fleet.shared;
    const route = "/api/organizations/:organization_id/domains/";
    fleet.sandbox.control.addFault({ kind: "delay-after", delayMs: 60_000, method: "POST", route, times: 1 });
    const running = await startCommand(stack, "up", "--yes", "--skip-preview");
    await until("the service has made the domain", () => fleet.domainsOf(tenant).length > 0);
    process.kill(pid, "SIGKILL");
    expect(await running.ended).toEqual({ code: 1, signal: null });
    await fleet.shared.close(tenant.name);
    const { name, environment } = tenant;
    Object.assign(stack.env, await fleet.shared.open({ engine: "pulumi", name, folder: stack.program, environment }));
    expect(fleet.shared.pid).not.toBe(pid);
    await stack.up();
    expect(fleet.domainsOf(tenant)).toEqual(["killed.example"]);
    await stack.previewEmpty();
  },
  STORY_LIMIT_MS,
);
