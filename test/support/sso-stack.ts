import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import type { Sandbox } from "../../packages/sandbox/src/index.ts";
import type { PulumiStack } from "./pulumi-stack.ts";

/** A program with every resource: an organization, two domains, one of them verified and with single sign-on. */
export const SSO_PROGRAM = readFileSync(join(__dirname, "../fixtures/states/program.js"), "utf8");

/** Names of the resources of {@link SSO_PROGRAM}, sorted. */
export const SSO_NAMES = ["first", "org", "second", "sso", "verified"] as const;

/** Publishes the DNS record of a domain as soon as the domain exists. */
async function publishRecord(sandbox: Sandbox, name: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const domain = sandbox.control.domains().find((row) => row["domain"] === name);
    if (domain !== undefined) {
      sandbox.control.setDns(`_posthog-challenge.${name}`, [String(domain["verification_challenge"])]);
      return;
    }
    await pause(20);
  }
}

/** What comes of a run, with the DNS record of a domain published meanwhile. */
export async function withRecord<T>(sandbox: Sandbox, domain: string, run: () => Promise<T>): Promise<T> {
  const watch = new AbortController();
  const [outcome] = await Promise.allSettled([
    run().finally(() => watch.abort()),
    publishRecord(sandbox, domain, watch.signal),
  ]);
  if (outcome.status === "rejected") throw outcome.reason as Error;
  return outcome.value;
}

/** Brings a program up, by default {@link SSO_PROGRAM}, with the DNS record of its domain published meanwhile. */
export async function upWithRecord(sandbox: Sandbox, stack: PulumiStack, domain = "first.example"): Promise<void> {
  await withRecord(sandbox, domain, () => stack.up());
}
