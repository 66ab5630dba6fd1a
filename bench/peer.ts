/**
 * Compares the cost of an organization in Terraform with the official provider.
 *
 * Run by hand, on Linux with Go, after a build; the source of the official provider is yours to fetch:
 *
 *     git clone https://github.com/PostHog/terraform-provider-posthog ../official
 *     git -C ../official checkout a771afadf048d8cf16d92d88a0ba589881ba9fdf
 *     npx tsx bench/peer.ts --source ../official [--people 100]... [--rounds 1] [--rate-limit]
 *
 * Each provider plans, applies, refreshes, plans again, and destroys people, each in one role, and a tenth as many
 * projects, against its own sandbox. With `--rate-limit`, the sandbox throttles as the service does. The report shows
 * failed commands.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { addMembers } from "./engines/members.ts";
import { median } from "./engines/median.ts";
import { type Cost, type Round, runRound } from "./engines/run.ts";
import type { Service } from "./engines/service.ts";
import { table } from "./engines/table.ts";
import { openTerraform, OURS } from "./engines/terraform.ts";
import { type Engine, type Phase, PHASES } from "./engines/workspace.ts";
import { machine } from "./machine.ts";
import { buildOfficial } from "./peer/official.ts";
import { officialProgram, ourProgram, sizesOf } from "./peer/programs.ts";

const SIDES = ["orgform", "official"] as const;
type Side = (typeof SIDES)[number];

/** The IDs of the people by their service's address. */
const people = new Map<string, readonly string[]>();

function engineWith(official: string): Engine {
  return {
    name: "terraform",
    process: /terraform\/provider\/main\.js|terraform-provider-official/u,
    open(folder, side, count, { organizationId, env }) {
      const sizes = sizesOf(count);
      const host = env["ORGFORM_HOST"] ?? "";
      if (side === "orgform") {
        const configuration = ourProgram(sizes, organizationId);
        return openTerraform(folder, {
          source: "orgform/orgform",
          command: [process.execPath, OURS],
          configuration,
          env,
        });
      }
      const configuration = officialProgram(sizes, organizationId, people.get(host) ?? []);
      const account = { POSTHOG_HOST: host, POSTHOG_API_KEY: env["ORGFORM_API_KEY"] ?? "" };
      return openTerraform(folder, { source: "posthog/posthog", command: [official], configuration, env: account });
    },
  };
}

function preparedWith(rateLimit: boolean) {
  return async (service: Service, count: number): Promise<void> => {
    people.set(service.host, await addMembers(service, count));
    await service.control("PUT", "settings", { rateLimit });
  };
}

function report(count: number, rounds: readonly Round<Side>[]): string {
  const cell = (phase: Phase, of: (cost: Cost) => number, digits: number): string =>
    SIDES.map((side) => median(rounds.map((round) => of(round[phase][side]))).toFixed(digits)).join(" / ");
  const rows = PHASES.map((phase) => [
    phase,
    cell(phase, ({ requests }) => requests, 0),
    cell(phase, ({ wallMs }) => wallMs / 1_000, 1),
    cell(phase, ({ cpuMs }) => cpuMs / 1_000, 1),
    cell(phase, ({ provider }) => provider.cpuMs / 1_000, 2),
    cell(phase, ({ provider }) => provider.peakMb, 0),
    SIDES.filter((side) => rounds.some((round) => round[phase][side].failure !== undefined)).join(", "),
  ]);
  const head = ["", "requests", "wall s", "CPU s", "provider CPU s", "provider MB", "failed"];
  return `${count} people, ${rounds.length} rounds; ${SIDES.join(" / ")}\n${table(head, rows)}\n`;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      source: { type: "string" },
      people: { type: "string", multiple: true, default: ["100", "500"] },
      rounds: { type: "string", default: "1" },
      "rate-limit": { type: "boolean", default: false },
    },
  });
  if (values.source === undefined) throw new Error("Give a checkout of the official provider with --source FOLDER.");
  const folder = mkdtempSync(join(tmpdir(), "orgform-peer-"));
  try {
    const engine = engineWith(buildOfficial(values.source, folder));
    console.log(machine());
    for (const count of values.people.map(Number)) {
      const rounds: Round<Side>[] = [];
      for (let order = 0; order < Number(values.rounds); order += 1) {
        const prepare = preparedWith(values["rate-limit"]);
        const mayFail = values["rate-limit"];
        rounds.push(await runRound({ engine, count, order, subjects: SIDES, prepare, dialect: "documented", mayFail }));
      }
      console.log(report(count, rounds));
    }
    console.log(machine());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
