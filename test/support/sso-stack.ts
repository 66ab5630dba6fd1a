import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import type { Sandbox } from "../../src/sandbox/index.ts";
import type { PulumiStack } from "./pulumi-stack.ts";

/** A program with every resource: an organization, two domains, one of them verified and with single sign-on. */
export const SSO_PROGRAM = readFileSync(join(__dirname, "../fixtures/states/program.js"), "utf8");

/** Names of the resources of {@link SSO_PROGRAM}, sorted. */
export const SSO_NAMES = ["first", "org", "second", "sso", "verified"] as const;

/** Publishes the DNS record of the first domain as soon as the domain exists. */
async function publishRecord(sandbox: Sandbox, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const domain = sandbox.control.domains().find((row) => row["domain"] === "first.example");
    if (domain !== undefined) {
      sandbox.control.setDns("_posthog-challenge.first.example", [String(domain["verification_challenge"])]);
      return;
    }
    await pause(20);
  }
}

/** Brings {@link SSO_PROGRAM} up with its DNS record published meanwhile. */
export async function upWithRecord(sandbox: Sandbox, stack: PulumiStack): Promise<void> {
  const watch = new AbortController();
  const [output] = await Promise.allSettled([
    stack.up().finally(() => watch.abort()),
    publishRecord(sandbox, watch.signal),
  ]);
  if (output.status === "rejected") throw output.reason as Error;
}
