import { readFileSync } from "node:fs";
import { basename, join } from "node:path";

import { type BoundPlan, digestOf, organizationsOf, PlanFileError } from "../bound/bound-plan.ts";
import { openedPlan } from "../bound/plan-file.ts";
import type { Fleet } from "../expansion/expand.ts";
import { membersOf } from "../members.ts";
import type { TravellingPlan } from "./serialized.ts";

/** Where a worker has the files of plans. */
export interface PlanFolder {
  readonly folder: string;
  /** The passphrase of the plans. */
  readonly key: string;
}

/** The plans that a worker can apply: files in a folder, which never pass through Temporal. */
export class WorkerPlans {
  readonly #fleet: Fleet;
  readonly #name: string;
  readonly #place: PlanFolder | undefined;
  /** The plan that was opened last: opening takes a quarter of a second, and organizations of a run have the same. */
  #latest: { readonly digest: string; readonly plan: BoundPlan } | undefined;

  /** @param name - name of the fleet file */
  constructor(fleet: Fleet, name: string, place: PlanFolder | undefined) {
    this.#fleet = fleet;
    this.#name = name;
    this.#place = place;
  }

  /** @throws PlanFileError if the worker lacks the plan, has another one under its name, or can't apply it to its fleet file */
  planOf({ file, digest }: TravellingPlan): BoundPlan {
    const plan = this.#latest?.digest === digest ? this.#latest.plan : this.#opened(file, digest);
    organizationsOf(plan, this.#name, this.#fleet);
    this.#latest = { digest, plan };
    return plan;
  }

  #opened(file: string, expected: string): BoundPlan {
    if (this.#place === undefined) {
      throw new PlanFileError(
        `The run applies the plan ${file}, and this worker has no plans: start it with --plans FOLDER and the key.`,
      );
    }
    const { folder, key } = this.#place;
    // The name comes from the server: it never leads out of the folder.
    const path = join(folder, basename(file));
    const plan = openedPlan(path, bytesOf(path), key);
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
