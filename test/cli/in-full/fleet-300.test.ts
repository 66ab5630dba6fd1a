import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, expect, test } from "@jest/globals";

import { blocksOfKind } from "../../support/doc-kinds.ts";
import { writeProgram } from "../../support/fake-tools.ts";
import { ANN } from "../../support/plan-keys.ts";
import { PostgresServer } from "../../support/postgres-server.ts";
import { type Ran, runHere } from "../run-here.ts";

/**
 * An engine with a state for each workspace, whose saved plan holds the number of its state. The first plan creates, later
 * ones do what lies in `shown`; a plan to destroy deletes what a template has.
 */
const ENGINE = `
name=$(basename "$(dirname "$TF_DATA_DIR")")
serial=0; [ -e "$FAKE/serial/$name" ] && read -r serial < "$FAKE/serial/$name"
kind=up
for word; do case "$word" in -destroy) kind=destroy;; -out=*) out=\${word#-out=};; esac; last=$word; done
case "$1" in
  plan) echo "$kind $serial" > "$out";;
  show) read -r kind _ < "$last"; if [ "$kind" = destroy ]; then cat "$FAKE/destroyed"; else cat "$FAKE/shown"; fi; exit;;
  apply)
    if [ -f "$last" ]; then
      read -r kind planned < "$last"
      if [ "$planned" != "$serial" ]; then
        echo '{"@level":"error","type":"diagnostic","diagnostic":{"severity":"error","summary":"Saved plan is stale","detail":"It was changed."}}'
        exit 1
      fi
    fi
    echo $((serial + 1)) > "$FAKE/serial/$name";;
  *) exit;;
esac
if [ $kind = destroy ]; then echo '{"type":"change_summary","changes":{"add":0,"change":0,"remove":3}}'; else echo '{"type":"change_summary","changes":{"add":0,"change":1,"remove":0}}'; fi`;

const PAGE = "docs/guides/fleet-300.md";
const COUNT = 300;
const folder = mkdtempSync(join(tmpdir(), "orgform-300-"));
const at = (...names: readonly string[]): string => join(folder, ...names);
let server: PostgresServer;
const cwd = process.cwd();

const changeOf = (address: string, ...actions: readonly string[]): object => ({
  address,
  mode: "managed",
  change: { actions, before: { description: "a" }, after: { description: "b" } },
});
const showing = (name: string, ...changes: readonly object[]): void =>
  writeFileSync(at("fake", name), JSON.stringify({ resource_changes: changes }));

/** The fleet file of the page, with all of its organizations and with keys that people of this test have. */
function writeFleet(): void {
  const [page] = blocksOfKind("fleet file").filter((block) => block.page === PAGE);
  const keyed = ["ann", "bob"].reduce(
    (text, who) =>
      text.replace(
        new RegExp(`${who}: ssh-.*`, "u"),
        `${who}: ${readFileSync(at("keys", `${who}.pub`), "utf8").trim()}`,
      ),
    page?.text ?? "",
  );
  const more = Array.from({ length: COUNT - 2 }, (_, index) => {
    const name = `c-${String(index + 3).padStart(3, "0")}`;
    const labels = index === 0 ? ", labels: { stage: canary }" : "";
    return `  - { name: ${name}, template: customer, values: { title: Customer ${index + 3} }${labels} }\n`;
  });
  // A provider process of its own would be that of the built package.
  const alone = keyed.replace("{ seats: 5 }", "{ seats: 5 }, sharedProvider: false");
  writeFileSync(at("fleet.yaml"), alone.replace("waves:\n", `${more.join("")}waves:\n`));
}

beforeAll(async () => {
  server = await PostgresServer.start();
  for (const name of ["customer", "keys", "fake/serial", ".ssh"]) mkdirSync(at(name), { recursive: true });
  for (const who of ["ann", "bob"])
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", at("keys", who)]);
  writeFileSync(at("customer/main.tf"), 'variable "title" {}\nvariable "seats" {}\n');
  writeProgram(at("bin"), "terraform", ENGINE);
  showing("shown", changeOf("orgform_role.support", "update"));
  showing(
    "destroyed",
    ...["organization.it", "project.web", "role.support"].map((one) => changeOf(`orgform_${one}`, "delete")),
  );
  writeFleet();
  process.chdir(folder);
}, 120_000);
afterAll(async () => {
  process.chdir(cwd);
  await server.dispose();
  rmSync(folder, { recursive: true, force: true });
});

const environment = (): Record<string, string> => ({
  PATH: `${at("bin")}:${process.env["PATH"]}`,
  FAKE: at("fake"),
  HOME: folder,
  ORGFORM_API_KEY: "phx_three_hundred_1234567890",
  ORGFORM_HOST: "http://127.0.0.1:9",
  ORGFORM_PLAN_KEY: ANN.identity,
  FLEET_DATABASE: server.url(),
});

/** What a reader's output differs in: digests, times, and durations. */
const normal = (text: string): string =>
  text
    .replaceAll(/sha256:[0-9a-f]{64}/gu, "sha256:DIGEST")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/gu, "TIME")
    .replaceAll(/ {2}\d+ requests? {2}/gu, "  REQUESTS  ")
    .replaceAll(/ {2}\d+\.\d s(?: {2}\d+ (?:s|min) left)?/gu, "  SECONDS")
    .replaceAll(/ +$/gmu, "");

/** Somebody's own machine has their key where everybody has it. */
const sitDown = (who: string): void => copyFileSync(at("keys", who), at(".ssh/id_ed25519"));

const run = (...args: readonly string[]): Promise<Ran> =>
  runHere(["fleet", ...args.map((word) => word.replace(/^~/u, folder))], environment());

/** The other jobs do with their shards what the page shows of the first one. */
async function otherShards(code: number): Promise<void> {
  for (const shard of ["2/4", "3/4", "4/4"]) {
    const ran = await run("up", "--plan", "plan.fleet", "--resume", "--shard", shard, "--yes");
    expect([shard, ran.code, ran.stderr]).toEqual([shard, code, ""]);
  }
}

/** What happens before a session of the page, and how it ends. */
const SESSIONS: readonly {
  readonly before?: () => void | Promise<void>;
  readonly code?: number;
  readonly after?: () => Promise<void>;
}[] = [
  {},
  { code: 3, after: () => otherShards(3) },
  { before: () => sitDown("ann") },
  { before: () => sitDown("bob") },
  { before: () => writeFileSync(at("fake/serial/c-010"), "7\n"), code: 1, after: () => otherShards(0) },
  {},
  {},
  {},
  {
    before: () => {
      const text = readFileSync(at("fleet.yaml"), "utf8");
      writeFileSync(at("fleet.yaml"), text.replace(/.*c-117.*\n/u, ""));
    },
  },
  {},
  {
    before: async () => {
      sitDown("ann");
      expect((await run("approve", "--retire", "c-117", "--key", "~/.ssh/id_ed25519")).code).toBe(0);
    },
  },
];

/** Of an output that the page doesn't show, as many lines are told. */
const MOST_LINES = 25;

/** Whether a text is what a page shows, which leaves out lines at `[...]`. */
const isShown = (shown: string, text: string): boolean => {
  const parts = shown.split("[...]\n").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/gu, "\\$&"));
  return new RegExp(`^${parts.join("(?:.*\\n)*")}$`, "u").test(text);
};

test("every command of the page prints what the page shows", async () => {
  const sessions = blocksOfKind("session").filter(({ page }) => page === PAGE);
  expect(sessions).toHaveLength(SESSIONS.length);
  const others: string[] = [];
  for (const [index, { before, code = 0, after }] of SESSIONS.entries()) {
    const [command = "", ...shown] = (sessions[index]?.text ?? "").split("\n");
    await before?.();
    const words =
      command.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/gu)?.map((word) => word.replaceAll(/^['"]|['"]$/gu, "")) ?? [];
    expect(words.slice(0, 4)).toEqual(["$", "npx", "orgform", "fleet"]);
    const ran = await run(...words.slice(4));
    const printed = normal(ran.stdout + ran.stderr);
    const expected = normal(`${shown.join("\n")}\n`);
    if (!isShown(expected, printed) || ran.code !== code)
      others.push([command, ...printed.split("\n").slice(-MOST_LINES), `exit code ${ran.code}`].join("\n"));
    await after?.();
  }
  expect(others).toEqual([]);
}, 900_000);
