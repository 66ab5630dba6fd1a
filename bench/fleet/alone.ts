import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { inParallel } from "../../packages/fleet/src/run/pool.ts";
import { costOfCommand } from "../engines/command-cost.ts";
import type { NoOps } from "../engines/no-op-build.ts";
import { terraformEngine } from "../engines/terraform.ts";
import type { Workspace } from "../engines/workspace.ts";
import { type GovernedSize, objectsOf } from "./governed-fleet.ts";

/** What the fleet and the engine alone do one after the other. */
export const STAGES = ["create", "plan", "apply", "drift"] as const;
export type Stage = (typeof STAGES)[number];

/** As many as a fleet runs at the same time by default, so both sides wait equally for processors. */
const AT_ONCE = 4;

const NOWHERE = { organizationId: "00000000-0000-4000-8000-000000000000", env: {} };

interface Sampled {
  readonly workspace: Workspace;
  readonly isChanged: boolean;
  /** Whether it runs before the fleet, or after it. */
  readonly isBefore: boolean;
}

/**
 * A sample of organizations for the engine alone, with a no-op provider: as many whose objects change as others. Of each stage,
 * half of the sample runs right before the fleet and half right after it.
 */
export class Alone {
  readonly #size: GovernedSize;
  readonly #sampled: readonly Sampled[];
  readonly #cpuMs = new Map<Stage, (readonly [isChanged: boolean, cpuMs: number])[]>();

  private constructor(size: GovernedSize, sampled: readonly Sampled[]) {
    this.#size = size;
    this.#sampled = sampled;
  }

  /** @param sample - number of organizations of each kind */
  static async open(noOps: NoOps, folder: string, size: GovernedSize, sample: number): Promise<Alone> {
    const engine = terraformEngine(noOps);
    const sampled: Sampled[] = [];
    for (let number = 0; number < 2 * sample; number += 1) {
      const own = join(folder, `alone-${number}`);
      mkdirSync(own);
      const workspace = await engine.open(own, "no-op", objectsOf(size), NOWHERE);
      sampled.push({ workspace, isChanged: number % 2 === 0, isBefore: number < sample });
    }
    return new Alone(size, sampled);
  }

  /** Brings the sample to where it is after a stage, and keeps the cost. */
  async run(stage: Stage, isBefore: boolean): Promise<void> {
    const waiting = this.#sampled.filter((one) => one.isBefore === isBefore);
    const costs = this.#cpuMs.get(stage) ?? [];
    this.#cpuMs.set(stage, costs);
    await inParallel(AT_ONCE, () => {
      const next = waiting.shift();
      return next && costOf(stage, next).then((cpuMs) => void costs.push([next.isChanged, cpuMs]));
    });
  }

  /** CPU of a stage for each organization, if as many are changed as in the fleet. */
  eachMs(stage: Stage): number {
    const { changed, organizations } = this.#size;
    const mean = (isChanged: boolean): number => {
      const own = (this.#cpuMs.get(stage) ?? []).filter(([one]) => one === isChanged);
      return own.reduce((sum, [, cpuMs]) => sum + cpuMs, 0) / own.length;
    };
    return (changed * mean(true) + (organizations - changed) * mean(false)) / organizations;
  }
}

async function costOf(stage: Stage, { workspace, isChanged }: Sampled): Promise<number> {
  if (stage === "plan" && isChanged) change(workspace);
  let cpuMs = 0;
  for (const command of commandsOf(stage, workspace)) cpuMs += (await costOfCommand(command, workspace)).cpuMs;
  return cpuMs;
}

function commandsOf(stage: Stage, { commands }: Workspace): readonly (readonly string[])[] {
  const { preview, up } = commands;
  if (stage === "create") return [preview, up];
  if (stage === "plan") return [preview];
  if (stage === "apply") return [up];
  const [program = ""] = up;
  return [[program, "plan", "-input=false", "-refresh-only", "-no-color"]];
}

/** One object gets another value. */
function change({ cwd }: Workspace): void {
  const file = join(cwd, "main.tf");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace("  domain  ", '  saml_entity_id = count.index == 0 ? "shop" : null\n  domain  '));
}
