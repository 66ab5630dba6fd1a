import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";

import { type Ledger, startLedger } from "../../../packages/fleet/src/budget/ledger-server.ts";
import { FleetStates } from "../../../packages/fleet/src/drift/fleet-states.ts";
import { CredentialKeys } from "../../../packages/fleet/src/credentials/credential-keys.ts";
import type { FleetOrganization } from "../../../packages/fleet/src/expansion/expand.ts";
import { writeProgram } from "../../support/fake-tools.ts";
import { fleetOf } from "../../support/fleet-of.ts";

/** An engine that lists its workspaces only once it was initialized, and notes how. */
const ENGINE = `
case "$1" in
  init) echo "$*" >> "$FAKE/inits"; : > "$FAKE/known";;
  workspace) [ -e "$FAKE/known" ] && printf '  default\\n* acme\\n';;
esac`;

const FLEET = `
templates:
  module: { engine: terraform, path: . }
credentials:
  default: { environment: KEY }
organizations:
  - { name: acme, template: module }
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-states-"));
  writeProgram(join(folder, "bin"), "terraform", ENGINE);
  writeFileSync(join(folder, "main.tf"), "");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Acts with the states of the fleet, and closes them. */
async function withStates(
  act: (given: { states: FleetStates; acme: FleetOrganization; ledger: Ledger }) => Promise<void>,
): Promise<void> {
  const environment = { PATH: `${join(folder, "bin")}:${process.env["PATH"]}`, FAKE: folder, KEY: "phx_canary" };
  const fleet = fleetOf(join(folder, "fleet.yaml"), FLEET);
  const keys = new CredentialKeys(fleet.credentials, { environment, folder });
  const ledger = await startLedger();
  const states = new FleetStates({ context: { keys, environment }, folder, parallel: 1, ledger });
  try {
    await act({ states, acme: fleet.organizations[0]!, ledger });
  } finally {
    await states.close();
  }
}

test.each([
  ["is left as it is", true, "init -input=false -no-color -reconfigure -lockfile=readonly\n"],
  ["that is not there is no reason to fail", false, "init -input=false -no-color -reconfigure\n"],
])("a lock file of a backend that this machine does not know yet %s", async (_, hasLockFile, inits) => {
  if (hasLockFile) writeFileSync(join(folder, ".terraform.lock.hcl"), "");
  await withStates(async ({ states, acme, ledger }) => {
    const place = await states.placeOf(acme);
    expect(place).toMatchObject({ stack: "acme", program: "terraform", environment: ledger.environmentFor("acme") });
    expect(readFileSync(join(folder, "inits"), "utf8")).toBe(inits);
  });
});

test.each([
  ["says why", "echo 'no backend' >&2; exit 1", "` failed:\nno backend"],
  ["says nothing", "exit 3", "` failed:\nCommand failed: terraform "],
])("an engine that %s and fails is named with its command, and with what there is to say", async (_, does, says) => {
  writeProgram(join(folder, "bin"), "terraform", does);
  await withStates(({ states, acme }) => expect(states.placeOf(acme)).rejects.toThrow(says));
});
