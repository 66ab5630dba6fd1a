import { execFileSync, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, describe, expect, test } from "@jest/globals";

import { DIALECTS } from "../../support/dialects.ts";
import type { WorkspaceOptions } from "../../support/terraform-workspace.ts";
import { makeDomain, until } from "../support/service.ts";
import { closeTerraformStories, openStory, STORY_LIMIT_MS } from "./bench.ts";

const ROOT = join(__dirname, "../../..");
const PROGRAM = join(ROOT, "dist/engines/terraform-plugin/main.js");

/** What `dev_overrides` points at, as `node_modules/.bin` is for users. */
let folder = "";

afterEach(async () => {
  await closeTerraformStories();
  rmSync(folder, { recursive: true, force: true });
});

function place(): WorkspaceOptions {
  folder = mkdtempSync(join(tmpdir(), "orgform-tf-bin-"));
  symlinkSync(PROGRAM, join(folder, "terraform-provider-orgform"));
  return { place: { folder } };
}

/** Processes of the provider that were started out of the folder of this test. */
function providers(): string[] {
  const lines = execFileSync("ps", ["-eo", "pid=,args="], { encoding: "utf8" }).split("\n");
  return lines.filter((line) => line.includes(folder) && line.includes("terraform-provider-orgform"));
}

function ended(child: ChildProcess): Promise<{ readonly code: number | null; readonly output: string }> {
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve) => {
    child.on("close", (code) => resolve({ code, output: Buffer.concat(chunks).toString("utf8") }));
  });
}

const DOMAIN = (organizationId: string): string => `
resource "orgform_domain" "acme" {
  organization_id = "${organizationId}"
  domain          = "globex.example"
}
`;

/** Waits for a verification that never comes. */
const WAITING = (organizationId: string, domainId: string): string => `
resource "orgform_domain_verification" "acme" {
  organization_id       = "${organizationId}"
  domain_id             = "${domainId}"
  poll_interval_seconds = 1
}
`;

describe.each(DIALECTS)("the provider as a process of terraform, dialect %s", (dialect) => {
  test(
    "is found through dev_overrides, speaks TLS, and is gone when the command ends",
    async () => {
      const at = place();
      const { sandbox, workspace } = await openStory(dialect, ({ organizationId }) => DOMAIN(organizationId), at);
      expect(await workspace.apply()).toContain("Resources: 1 added");
      expect(await workspace.planStatus()).toBe(0);
      await workspace.must("destroy", "-auto-approve");
      expect(sandbox.control.domains().map((row) => row["domain"])).not.toContain("globex.example");
      expect(providers()).toEqual([]);
    },
    STORY_LIMIT_MS,
  );

  test(
    "ends a wait at once on Ctrl-C, and what was made before is kept",
    async () => {
      const at = place();
      const { sandbox, workspace } = await openStory(dialect, "", at);
      const domainId = await makeDomain(sandbox, sandbox.organizationId, { domain: "globex.example" });
      workspace.write(WAITING(sandbox.organizationId, domainId));
      sandbox.control.clearRequests();
      const child = workspace.start("apply", "-auto-approve");
      const result = ended(child);
      await until("the verification was asked for", () => asked(sandbox.control.requests()));
      const stoppedAtMs = Date.now();
      child.kill("SIGINT");
      const { code, output } = await result;
      expect(code).toBe(1);
      expect(Date.now() - stoppedAtMs).toBeLessThan(15_000);
      expect(output).toContain("It was interrupted while it was waiting.");
      expect(providers()).toEqual([]);
    },
    STORY_LIMIT_MS,
  );

  test(
    "ends when terraform is killed, and the next run goes on",
    async () => {
      const at = place();
      const { sandbox, workspace } = await openStory(dialect, "", at);
      const domainId = await makeDomain(sandbox, sandbox.organizationId, { domain: "globex.example" });
      workspace.write(WAITING(sandbox.organizationId, domainId));
      sandbox.control.clearRequests();
      const child = workspace.start("apply", "-auto-approve");
      const result = ended(child);
      await until("the verification was asked for", () => asked(sandbox.control.requests()));
      expect(providers()).not.toEqual([]);
      child.kill("SIGKILL");
      await result;
      await until("the provider has ended", () => providers().length === 0);
      sandbox.control.updateDomain(domainId, { verified_at: "2026-11-20T10:00:00Z" });
      expect(await workspace.apply("-lock=false")).toContain("Resources: 1 added");
    },
    STORY_LIMIT_MS,
  );
});

function asked(requests: readonly { readonly path: string }[]): boolean {
  return requests.some(({ path }) => path.endsWith("/verify/"));
}
