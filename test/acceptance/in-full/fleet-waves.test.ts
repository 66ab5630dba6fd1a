import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "@jest/globals";

import { type Sandbox, startSandbox } from "@orgform/sandbox";
import { testInFull } from "../../support/extent.ts";
import { FleetFolder, type Listed } from "../fleet/support/fleet-folder.ts";

const NUMBER = 100;

const listed: Listed[] = Array.from({ length: NUMBER }, (_, index) => ({
  name: `org-${index + 1}`,
  template: "terraform",
}));

/** Fails for an organization if a file beside the module has its name. */
const GUARD = `
  lifecycle {
    precondition {
      condition     = !fileexists("\${path.module}/fail-\${var.displayName}")
      error_message = "A planted failure."
    }
  }
`;

let sandbox: Sandbox;
let fleet: FleetFolder;

beforeAll(async () => {
  sandbox = await startSandbox({ seed: "empty" });
  fleet = await FleetFolder.create(sandbox);
  const waves = "waves: [{ share: 5% }, { share: 30% }, { share: 60% }, { share: 100% }]";
  const budget = "budget: { requestsPerMinute: 100000, requestsPerHour: 100000 }";
  fleet.list(listed, [waves, "stop: { failures: 1 }", budget].join("\n"));
  fleet.write(
    "terraform/main.tf",
    fleet.read("terraform/main.tf").replace(/(?<=deletion_protection = false)\n/u, GUARD),
  );
}, 600_000);

afterAll(async () => {
  await sandbox.close();
  fleet.dispose();
});

/** How the command ended, and how many writes the service received. */
async function played(...words: readonly string[]) {
  sandbox.control.clearRequests();
  const { events } = await fleet.run(...words, "--yes", "--json");
  const writes = sandbox.control.requests().filter(({ method }) => method !== "GET").length;
  const { succeeded, failed, notStarted } = events.at(-1) as Readonly<Record<string, number>>;
  return { succeeded, failed, notStarted, writes };
}

/** Names of a wave's organizations. */
async function membersOf(wave: number): Promise<string[]> {
  const { events } = await fleet.run("plan", "--waves-only", "--json");
  const { organizations } = events[0] as { organizations: { name: string; wave: number }[] };
  return organizations.flatMap((one) => (one.wave === wave ? [one.name] : []));
}

/** Changes something in the service outside the fleet. */
async function beside(method: string, path: string, body?: object): Promise<void> {
  const headers = { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json" };
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const { ok, status } = await fetch(`${sandbox.host}/api/${path}`, { method, headers, ...content });
  expect([path, ok || status]).toEqual([path, true]);
}

testInFull(
  "a change of a hundred organizations stops in the canary and in the third wave, is resumed, and drift finds seven",
  async () => {
    expect(await played("up")).toEqual({ succeeded: NUMBER, failed: 0, notStarted: 0, writes: 2 * NUMBER });
    const [[canary = ""], [third = ""]] = [await membersOf(1), await membersOf(3)];

    fleet.write("terraform/main.tf", fleet.read("terraform/main.tf").replace("} web", "} site"));
    fleet.write(`terraform/fail-${canary}`, "");
    const first = await played("up");
    expect(first).toMatchObject({ failed: 1 });
    expect(first.notStarted).toBeGreaterThan(NUMBER / 2);
    rmSync(join(fleet.folder, `terraform/fail-${canary}`));
    fleet.write(`terraform/fail-${third}`, "");
    const second = await played("resume");
    expect(second).toMatchObject({ failed: 1 });
    expect(second.notStarted).toBeGreaterThan(0);
    rmSync(join(fleet.folder, `terraform/fail-${third}`));
    const last = await played("resume");
    expect(last).toMatchObject({ succeeded: NUMBER, failed: 0, notStarted: 0 });
    expect(first.writes + second.writes + last.writes).toBe(NUMBER);
    expect(await played("up")).toMatchObject({ succeeded: NUMBER, writes: 0 });

    const organizations = sandbox.control.organizations().filter(({ name }) => /^org-\d+$/u.test(name));
    const at = (index: number): string => `organizations/${organizations[index]!.id}/`;
    for (const index of [3, 40, 77]) await beside("PATCH", at(index), { name: `renamed ${index}` });
    const { projects = [] } = sandbox.control.snapshot().tables;
    for (const index of [11, 60]) {
      const { id } = projects.find((row) => "name" in row && row.name === `${organizations[index]!.name} site`)!;
      await beside("DELETE", `${at(index)}projects/${id}/`);
    }
    for (const index of [20, 99]) await beside("POST", `${at(index)}domains/`, { domain: `extra-${index}.example` });
    const { code, output } = await fleet.run("drift", "--format", "text");
    expect(code).toBe(2);
    expect(output).toContain(`3 changed, 2 missing, 2 unmanaged in 7 of ${NUMBER} organizations, 93 clean`);
  },
  900_000,
);
