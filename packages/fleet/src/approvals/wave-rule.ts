import type { Fleet } from "../expansion/expand.ts";
import type { SignatureRule } from "../file/approve-schema.ts";
import { type Approval, type Statement, statementText } from "./approval.ts";
import { signerOf } from "./signer.ts";

/** The approval that a wave needs before it starts: anyone's word, or signatures. */
export type WaveRule = "anyone" | Signatures;

/** The people whose signatures a wave needs, and how many signatures. */
export interface Signatures {
  /** Public keys for SSH or GnuPG by name. */
  readonly by: Readonly<Record<string, string>>;
  readonly atLeast: number;
}

/** What decides over all waves, apart from the fleet file. */
export interface Guard {
  /** From a file of approvers. Nothing in the fleet file can lift this rule. */
  readonly approvers?: SignatureRule | undefined;
  /** Whether every wave except the first needs approval. */
  readonly isApproved: boolean;
  /** The first wave of the run, from 0. A file of approvers protects it, whichever organizations were selected. */
  readonly first: number;
}

/** The approval that a wave, counted from 0, waits for; undefined if it waits for nobody. */
export function waveRule({ waves }: Pick<Fleet, "waves">, wave: number, guard: Guard): WaveRule | undefined {
  const declared = waves[wave]?.approve ?? false;
  const isHeld = declared !== false || (guard.isApproved && wave > 0);
  if (guard.approvers !== undefined && (isHeld || wave === guard.first)) return withNumber(guard.approvers);
  if (typeof declared === "object") return withNumber(declared);
  return isHeld ? "anyone" : undefined;
}

const withNumber = ({ by, atLeast = 1 }: SignatureRule): Signatures => ({ by, atLeast });

/**
 * Names of people whose signatures of a statement count, each once.
 *
 * @throws ApprovalError if the program that checks them isn't installed
 */
export async function signersOf(
  statement: Statement,
  { by }: Signatures,
  approvals: readonly Approval[],
): Promise<string[]> {
  const names = new Set<string>();
  for (const { wave, digest, signature } of approvals) {
    if (signature === undefined || wave !== statement.wave || digest !== statement.digest) continue;
    const name = await signerOf(statementText(statement), signature, by);
    if (name !== undefined) names.add(name);
  }
  return [...names];
}

/** Why a wave, from 1, is held, as part of a sentence. */
export function heldReason(wave: number, rule: WaveRule, signers: readonly string[]): string {
  if (rule === "anyone") return `wave ${wave} is waiting for approval`;
  const whom = Object.keys(rule.by).join(", ");
  const so = signers.length === 0 ? "" : `; signed by ${signers.join(", ")}`;
  return `wave ${wave} waits for ${rule.atLeast} signature${rule.atLeast === 1 ? "" : "s"} of ${whom}${so}`;
}
