import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";

import { type Ledger, startLedger } from "../../../packages/fleet/src/budget/ledger-server.ts";
import { FleetStates } from "../../../packages/fleet/src/drift/fleet-states.ts";
import { CredentialKeys } from "../../../packages/fleet/src/credentials/credential-keys.ts";
import type { FleetOrganization } from "../../../packages/fleet/src/expansion/expand.ts";
import type { FleetEngine } from "../../../packages/fleet/src/fleet-engine.ts";
import { failureOf } from "../../support/fake-resources.ts";
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

const INIT = "terraform init -input=false -no-color -reconfigure";

test.each([
  ["says why", "echo ' no backend' >&2; exit 1", "no backend", 1],
  ["says nothing", "exit 3", `Command failed: ${INIT}\n`, 3],
])(
  "an engine that %s and fails is named with its command, and with what there is to say",
  async (_, does, says, code) => {
    writeProgram(join(folder, "bin"), "terraform", does);
    await withStates(async ({ states, acme }) => {
      const { message, cause } = await failureOf(states.placeOf(acme));
      expect([message, cause]).toEqual([`\`${INIT}\` failed:\n${says}`, expect.objectContaining({ code })]);
    });
  },
);

/** Acts with states whose engine answers this to one look for stacks after another. */
async function withStacks(
  listings: (readonly string[] | Error)[],
  act: (given: {
    states: FleetStates;
    organization: (name: string, formerNames?: readonly string[]) => FleetOrganization;
    closed: string[];
  }) => Promise<void>,
  parallel = 1,
): Promise<void> {
  const environment = { KEY: "phx_canary" };
  const fleet = fleetOf(join(folder, "fleet.yaml"), FLEET);
  const acme = fleet.organizations[0]!;
  const keys = new CredentialKeys(fleet.credentials, { environment, folder });
  const closed: string[] = [];
  const ledger: Pick<Ledger, "close" | "environmentFor"> = {
    environmentFor: (name) => ({ ORGFORM_BUDGET: name }),
    close: async () => void closed.push("ledger"),
  };
  const engine: FleetEngine = {
    ...acme.engine,
    program: "no-such-engine",
    states: {
      environment: (_own, place) => ({ PLACE: JSON.stringify(place) }),
      stacks: async (_folder, _environment, call) => {
        const listed = listings.shift();
        if (listed instanceof Error) throw listed;
        return listed ?? [await call("stack", "ls")];
      },
    },
  };
  const organization = (name: string, formerNames: readonly string[] = []): FleetOrganization => ({
    ...acme,
    name,
    formerNames,
    engine,
  });
  const context = { keys, environment };
  const states = new FleetStates({ context, folder, parallel, ledger: ledger as Ledger });
  await act({ states, organization, closed });
}

test.each<readonly [string, readonly string[], string | undefined]>([
  ["its name, although a former name has one too", ["old", "acme", "older"], "acme"],
  ["its latest former name that has one", ["older", "other", "old"], "old"],
  ["an earlier former name", ["other", "older", "acme2"], "older"],
  ["no name", ["other", "acme2"], undefined],
])("an organization's state is in the stack of %s", async (_what, there, stack) => {
  const listings = [there, ["acme"]];
  await withStacks(listings, async ({ states, organization }) => {
    const environment = { PLACE: JSON.stringify({ folder, template: "module" }), ORGFORM_BUDGET: "acme" };
    expect(await states.placeOf(organization("acme", ["oldest", "older", "old"]))).toEqual(
      stack === undefined ? undefined : { folder, stack, program: "no-such-engine", environment },
    );
    expect(listings).toHaveLength(1);
  });
});

test("a folder's stacks are listed once, and again for a stack that isn't among them or after a failure", async () => {
  const listings = [new Error("The backend is away."), ["a", "b"], ["a", "b", "c"], ["d"], ["e"]];
  await withStacks(listings, async ({ states, organization }) => {
    const seen: unknown[] = [];
    for (const name of ["a", "a", "b", "c", "b", "none", "e"]) {
      const place = await states.placeOf(organization(name)).catch(String);
      seen.push([name, typeof place === "object" ? place.stack : place, listings.length]);
    }
    expect(seen).toEqual([
      ["a", "Error: The backend is away.", 4],
      ["a", "a", 3],
      ["b", "b", 3],
      ["c", "c", 2],
      ["b", "b", 2],
      ["none", undefined, 1],
      ["e", "e", 0],
    ]);
  });
});

test("an engine that isn't installed is named", async () => {
  await withStacks([], async ({ states, organization }) => {
    const { message, cause } = await failureOf(states.placeOf(organization("acme")));
    expect([message, cause]).toEqual([
      "A template needs no-such-engine, which is not on PATH: install it.",
      expect.objectContaining({ code: "ENOENT" }),
    ]);
  });
});

test.each([1, 2, 3])("%i organizations are looked at in parallel, and the results are in order", async (parallel) => {
  await withStacks(
    [],
    async ({ states, organization }) => {
      let [running, most] = [0, 0];
      const results = await states.each(
        ["c", "a", "é", "b"].map((name) => organization(name)),
        async ({ name }) => {
          running += 1;
          most = Math.max(most, running);
          for (let turns = name === "c" ? 9 : 1; turns > 0; turns -= 1) await Promise.resolve();
          running -= 1;
          return `${name}!`;
        },
      );
      expect(await states.each([], () => Promise.resolve("none"))).toEqual([]);
      expect([results, most, running]).toEqual([["c!", "a!", "é!", "b!"], parallel, 0]);
    },
    parallel,
  );
});

test("a key that was read is in no text, and to close the states is to close their ledger", async () => {
  await withStacks([["acme"]], async ({ states, organization, closed }) => {
    await states.placeOf(organization("acme"));
    expect(states.redact("refused: phx_canary")).toBe("refused: [secret]");
    expect(closed).toEqual([]);
    await states.close();
    expect(closed).toEqual(["ledger"]);
  });
});
