import { readFileSync } from "node:fs";
import { basename, join } from "node:path";

import { type BoundPlan, digestOf, organizationsOf, PlanFileError } from "../bound/bound-plan.ts";
import { openedPlan } from "../bound/plan-file.ts";
import type { PlanKey } from "../bound/plan-key.ts";
import type { Fleet } from "../expansion/expand.ts";
import { membersOf } from "../members.ts";
import type { TravellingPlan } from "./serialized.ts";

/** Where a worker has the files of plans. */
export interface PlanFolder {
  readonly folder: string;
  /** The key of the plans. */
  readonly key: PlanKey;
}

/** The plans that a worker can apply: files in a folder, which never pass through Temporal. */
export class WorkerPlans {
  readonly #fleet: Fleet;
  readonly #name: string;
  readonly #place: PlanFolder | undefined;
  /** The plan that was opened last: opening can take a second, and organizations of a run have the same. */
  #latest: { readonly digest: string; readonly plan: Promise<BoundPlan> } | undefined;

  /** @param name - name of the fleet file */
  constructor(fleet: Fleet, name: string, place: PlanFolder | undefined) {
    this.#fleet = fleet;
    this.#name = name;
    this.#place = place;
  }

  /** @throws PlanFileError if the worker lacks the plan, has another one under its name, or can't apply it to its fleet file */
  async planOf({ file, digest }: TravellingPlan): Promise<BoundPlan> {
    const latest = this.#latest?.digest === digest ? this.#latest : { digest, plan: this.#opened(file, digest) };
    this.#latest = latest;
    try {
      const plan = await latest.plan;
      organizationsOf(plan, this.#name, this.#fleet);
      return plan;
    } catch (error) {
      // Somebody can copy the right file there, and resume.
      if (this.#latest === latest) this.#latest = undefined;
      throw error;
    }
  }

  async #opened(file: string, expected: string): Promise<BoundPlan> {
    if (this.#place === undefined) {
      throw new PlanFileError(
        `The run applies the plan ${file}, and this worker has no plans: start it with --plans FOLDER and the key.`,
      );
    }
    const { folder, key } = this.#place;
    // The name comes from the server: it never leads out of the folder.
    const path = join(folder, basename(file));
    const plan = await openedPlan(path, bytesOf(path), key);
    const digest = digestOf(plan);
    if (digest === expected) return plan;
    throw new PlanFileError(
      `The run applies the plan ${expected}, and ${path} has ${digest}. Copy the plan of the run there, and resume.`,
    );
  }
}

function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code } = membersOf(error);
    throw new PlanFileError(`This worker can't read the plan ${path} (${String(code)}): copy it there, and resume.`, {
      cause: error,
    });
  }
}
