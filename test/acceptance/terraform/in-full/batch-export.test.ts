import { afterEach, expect, test } from "@jest/globals";

import type { Sandbox } from "../../../../packages/sandbox/src/index.ts";
import { ENGINES_AND_DIALECTS, engineHas, MAIN_ENGINE } from "../../../support/terraform-programs.ts";
import { oneLine } from "../../../support/terraform-workspace.ts";
import { closeTerraformStories, openStory, STORY_LIMIT_MS } from "../fixture.ts";

afterEach(closeTerraformStories);

/** Secrets that must not show anywhere. */
const SECRETS = { user: "CANARYuser-6f1d2c", first: "CANARYpassword-9b07e4", second: "CANARYrotated-51c8aa" } as const;

/** More than ten hours: after ten failed runs, the service pauses an hourly export. */
const HALF_A_DAY_HOURS = 12;

/**
 * How the secrets are given: stored in the block of the destination's type, or write-only if the engine supports it.
 */
type Way = "postgres" | "config_wo";

const CASES = ENGINES_AND_DIALECTS.flatMap(([engine, dialect]) => {
  const ways: Way[] = engineHas(engine, "write-only") ? ["config_wo"] : ["postgres"];
  if (engine === MAIN_ENGINE && !ways.includes("postgres")) ways.push("postgres");
  return ways.map((way) => [engine, dialect, way] as const);
});

function config(sandbox: Sandbox, way: Way, { isPaused = false, version = 1, rotate = "" } = {}): string {
  const kind = way === "config_wo" ? "ephemeral" : "sensitive";
  const database = `{ host = "db.acme.example", database = "events", user = var.user, password = var.password }`;
  return `
variable "user" {
  type = string
  ${kind} = true
}
variable "password" {
  type = string
  ${kind} = true
}
resource "orgform_batch_export" "events" {
  organization_id = "${sandbox.organizationId}"
  project_id      = ${projectIn(sandbox)}
  name            = "Events"
  interval        = "hour"
  paused          = ${isPaused}
  destination = {
    ${way === "config_wo" ? `other = { type = "Postgres", config_wo = ${database}, config_wo_version = ${version} }` : `postgres = ${database}`}
  }
  ${rotate === "" ? "" : `rotate = "${rotate}"`}
}
`;
}

function projectIn({ control, organizationId }: Sandbox): number {
  const [project] = control.call("GET", `projects?organization=${organizationId}`) as { number: number }[];
  return project?.number ?? 0;
}

function exportIn({ control }: Sandbox): { id: string; paused: boolean; destination: { config: object } } {
  return (control.call("GET", "batch-exports") as ReturnType<typeof exportIn>[])[0]!;
}

for (const [engine, dialect, way] of CASES) {
  test(
    `${engine}, dialect ${dialect}: an export with ${way} is made, paused, let run again, rotated and imported`,
    async () => {
      const { sandbox, workspace, writes, apiKey } = await openStory(dialect, (own) => config(own, way), { engine });
      const vars = (password: string): string[] => [`-var=user=${SECRETS.user}`, `-var=password=${password}`];
      const first = vars(SECRETS.first);
      const second = vars(SECRETS.second);
      const outputs = [await workspace.must("plan", "-out=first.plan", ...first)];
      if (way === "config_wo") outputs.push(await workspace.must("show", "-json", "first.plan"));
      outputs.push(await workspace.apply(...first));
      const { id } = exportIn(sandbox);
      const route = `/api/projects/${projectIn(sandbox)}/batch_exports/${id}/`;
      expect(exportIn(sandbox).destination.config).toMatchObject({ user: SECRETS.user, password: SECRETS.first });
      expect(await workspace.planStatus(...first)).toBe(0);

      const changed = async (text: string, ...flags: readonly string[]): Promise<string[]> => {
        workspace.write(text);
        sandbox.control.clearRequests();
        outputs.push(await workspace.apply(...flags));
        expect(await workspace.planStatus(...flags)).toBe(0);
        return writes();
      };
      expect(await changed(config(sandbox, way, { isPaused: true }), ...first)).toEqual([`POST ${route}pause/`]);
      expect(exportIn(sandbox).paused).toBe(true);
      expect(await changed(config(sandbox, way), ...first)).toEqual([`POST ${route}unpause/`]);

      const outcome = { status: "Failed", error: "no route to host" };
      sandbox.control.call("PATCH", `batch-exports/${id}`, { outcome });
      for (let hours = 0; hours < HALF_A_DAY_HOURS; hours += 1) sandbox.control.advanceClock(3600);
      expect(exportIn(sandbox).paused).toBe(true);
      outputs.push(await workspace.must("plan", ...first));
      const plan = oneLine(outputs.at(-1) ?? "");
      expect(plan).toContain('The service paused the export "Events" after too many failed runs');
      expect(plan).toMatch(/~ paused = true -> false/u);
      expect(await changed(config(sandbox, way), ...first)).toEqual([`POST ${route}unpause/`]);

      // Values that aren't stored can't be compared, so a new version sends all of them. Stored values are only sent if
      // they change.
      await set(sandbox, apiKey, route, { user: "set elsewhere" });
      expect(await changed(config(sandbox, way, { version: 2 }), ...second)).toEqual([`PATCH ${route}`]);
      const user = way === "postgres" ? "set elsewhere" : SECRETS.user;
      expect(exportIn(sandbox).destination.config).toMatchObject({ user, password: SECRETS.second });

      await workspace.must("state", "rm", "orgform_batch_export.events");
      const address = "orgform_batch_export.events";
      outputs.push(await workspace.must("import", ...second, address, `${sandbox.organizationId}/${id}`));
      expect(workspace.read("terraform.tfstate")).not.toContain("CANARY");
      // The first secrets after an import count as the current ones, whether they are stored or write-only.
      expect(await changed(config(sandbox, way, { version: 2 }), ...second)).toEqual([]);
      await set(sandbox, apiKey, route, { user: "set elsewhere" });
      const again = way === "postgres" ? { version: 2, rotate: "once" } : { version: 3 };
      expect(await changed(config(sandbox, way, again), ...second)).toEqual([`PATCH ${route}`]);
      expect(exportIn(sandbox).destination.config).toMatchObject({ user: SECRETS.user, password: SECRETS.second });

      if (way === "config_wo") outputs.push(workspace.read("terraform.tfstate"));
      outputs.push(await workspace.must("destroy", "-auto-approve", ...second));
      outputs.push(JSON.stringify(sandbox.control.requests()));
      for (const text of outputs) expect(text).not.toContain("CANARY");
      expect(outputs.join("")).not.toContain(apiKey);
    },
    STORY_LIMIT_MS,
  );
}

/** Changes secrets from outside. */
async function set(sandbox: Sandbox, apiKey: string, route: string, values: object): Promise<void> {
  const answer = await fetch(`${sandbox.host}${route}`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ destination: { type: "Postgres", config: values } }),
  });
  expect(answer.status).toBe(200);
}

for (const [engine, dialect] of ENGINES_AND_DIALECTS.filter(([engine]) => !engineHas(engine, "write-only"))) {
  test(
    `${engine}, dialect ${dialect}: would store config_wo, and says so`,
    async () => {
      const given = (sandbox: Sandbox): string => config(sandbox, "config_wo").replaceAll("ephemeral", "sensitive");
      const { sandbox, workspace } = await openStory(dialect, given, { engine });
      const refusal = await workspace.mustFail("plan", "-var=user=u", "-var=password=p");
      expect(refusal).toContain("config_wo needs Terraform or OpenTofu 1.11 or later");
      expect(sandbox.control.requests()).toEqual([]);
    },
    STORY_LIMIT_MS,
  );
}
