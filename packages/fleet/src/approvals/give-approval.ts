import type { Fleet } from "../expansion/expand.ts";
import type { RecordedOrganization, RecordedRun } from "../record/run-record.ts";
import { waveToApprove } from "../run/run-plan.ts";
import { type Approval, type Statement, statementText } from "./approval.ts";
import { ApprovalError } from "./approval-error.ts";
import { signerOf } from "./signer.ts";
import { type Guard, heldReason, signersOf, type WaveRule, waveRule } from "./wave-rule.ts";

/** How a person approves. */
export interface Word {
  /** A name that nobody checks. A signature has its own name. */
  readonly by?: string | undefined;
  readonly comment?: string | undefined;
  /** Signs a text, or returns a signature from elsewhere. */
  readonly sign?: ((statement: string) => Promise<string>) | undefined;
}

/** The result of an approval. */
export interface Approved {
  readonly approval: Approval;
  /** Why the wave still waits; undefined if it can begin. */
  readonly held: string | undefined;
  /** The number of shards that it holds for; undefined if it holds for one run. */
  readonly shards?: number | undefined;
}

/** A wave that waits, and the people it waits for. */
export interface Waiting {
  readonly statement: Statement;
  readonly rule: WaveRule;
}

/**
 * The wave that a held run waits to start.
 *
 * @param organizations - those of the run, wave by wave
 */
export function waitingOf(
  organizations: readonly Pick<RecordedOrganization, "wave" | "state">[],
  { isApproved }: Pick<RecordedRun["options"], "isApproved">,
  { fleet, approvers, subject }: WaitingPlace,
): Waiting {
  const wave = waveToApprove(organizations);
  const guard = { approvers, isApproved, first: organizations[0]?.wave ?? 0 };
  const rule = waveRule(fleet, wave - 1, guard) ?? "anyone";
  return { statement: { ...subject, wave }, rule };
}

interface WaitingPlace {
  readonly fleet: Fleet;
  readonly approvers: Guard["approvers"];
  readonly subject: Omit<Statement, "wave">;
}

/** Makes an approval of a wave. @throws ApprovalError for one that doesn't count */
export async function approvalBy(
  { by, comment, sign }: Word,
  { statement, rule }: Waiting,
  at: string,
): Promise<Approval> {
  const said = { wave: statement.wave, at, digest: statement.digest, ...(comment === undefined ? {} : { comment }) };
  const wave = `Wave ${statement.wave}`;
  if (rule === "anyone") {
    if (sign !== undefined) throw new ApprovalError(`${wave} needs no signature: leave out --key and --signature.`);
    return { ...said, ...(by === undefined ? {} : { by }) };
  }
  if (sign === undefined)
    throw new ApprovalError(
      `${wave} needs a signature of ${Object.keys(rule.by).join(", ")}: give --key or --signature.`,
    );
  if (by !== undefined) throw new ApprovalError("A signature is recorded under the name of its key: leave out --by.");
  const signature = await sign(statementText(statement));
  const signer = await signerOf(statementText(statement), signature, rule.by);
  if (signer !== undefined) return { ...said, by: signer, signature };
  throw new ApprovalError(
    `The signature doesn't count for wave ${statement.wave}: its key isn't one of those of ${Object.keys(rule.by).join(", ")}, or its text isn't the one that \`orgform fleet approve --statement\` prints now.`,
  );
}

/** Why a wave still waits despite these approvals; undefined if it can begin. */
export async function stillHeld(
  { statement, rule }: Waiting,
  approvals: readonly Approval[],
): Promise<string | undefined> {
  if (rule === "anyone") return undefined;
  const signers = await signersOf(statement, rule, approvals);
  return signers.length >= rule.atLeast ? undefined : heldReason(statement.wave, rule, signers);
}

/** Refuses to go on with a run that was started with a file of approvers if there is none now. @throws ApprovalError */
export function assertGuarded(
  { id, options }: Pick<RecordedRun, "id" | "options">,
  approvers: Guard["approvers"],
): void {
  if (options.isGuarded !== true || approvers !== undefined) return;
  throw new ApprovalError(`Run ${id} was started with a file of approvers: give it with --approvers.`);
}
