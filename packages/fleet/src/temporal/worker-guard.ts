import { type Statement, statementText } from "../approvals/approval.ts";
import { ApprovalError } from "../approvals/approval-error.ts";
import { type Guard, heldReason, type Signatures, signersOf, waveRule } from "../approvals/wave-rule.ts";
import type { BoundPlan } from "../bound/bound-plan.ts";
import type { Fleet } from "../expansion/expand.ts";
import type { WaveOrder } from "./serialized.ts";

/** What decides whether a worker may work on a wave. */
interface GuardPlace {
  readonly fleet: Pick<Fleet, "waves">;
  /** Name of the fleet file. */
  readonly name: string;
  readonly approvers: Guard["approvers"];
}

/**
 * Checks signatures on a worker, by the worker's own fleet file and file of approvers. Anyone who reaches the server can
 * start runs and approve waves, so what comes from there lifts no rule.
 */
export class WorkerGuard {
  readonly #place: GuardPlace;
  /** Waves with enough signatures, each under everything that decided so. */
  readonly #signed = new Set<string>();

  constructor(place: GuardPlace) {
    this.#place = place;
  }

  /**
   * The signatures that a wave waits for, as part of a sentence; undefined if none.
   *
   * @param plan - the plan of the run, which this worker has; undefined if the run applies the fleet file
   * @throws ApprovalError if this worker can't check them
   */
  async heldBy(order: WaveOrder, plan: BoundPlan | undefined): Promise<string | undefined> {
    const { fleet, name, approvers } = this.#place;
    const { isApproved, isGuarded, approvals } = order;
    if (isGuarded === true && approvers === undefined)
      throw new ApprovalError("The run needs a file of approvers: start each worker with --approvers.");
    const first = plan === undefined ? order.wave : firstOf(plan);
    // Whoever signs the first wave of a plan signs that it may run at all.
    for (const wave of new Set([first, order.wave])) {
      const rule = waveRule(fleet, wave, { approvers, isApproved, first });
      if (rule === undefined || rule === "anyone" || (wave !== order.wave && approvers === undefined)) continue;
      if (order.plan === undefined) throw needsPlan(wave);
      const statement = { fleet: name, wave: wave + 1, digest: order.plan.digest };
      const missing = await this.#missing(statement, rule, approvals);
      if (missing !== undefined) return missing;
    }
    return undefined;
  }

  async #missing(
    statement: Statement,
    rule: Signatures,
    approvals: WaveOrder["approvals"],
  ): Promise<string | undefined> {
    const key = JSON.stringify([statementText(statement), rule, approvals]);
    if (this.#signed.has(key)) return undefined;
    const signers = await signersOf(statement, rule, approvals);
    if (signers.length < rule.atLeast) return heldReason(statement.wave, rule, signers);
    this.#signed.add(key);
    return undefined;
  }
}

const firstOf = ({ organizations }: BoundPlan): number =>
  Math.min(...organizations.map(({ statement }) => statement.wave));

/** The error of a run that needs signatures and has no plan. @param wave - from 0 */
export const needsPlan = (wave: number): ApprovalError =>
  new ApprovalError(
    `Wave ${wave + 1} needs signatures, which on Temporal cover a plan: run \`orgform fleet plan --out FILE\`, then \`orgform fleet up --temporal --plan FILE\`. Nothing was run.`,
  );
