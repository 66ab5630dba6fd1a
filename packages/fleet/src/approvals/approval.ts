/** A person's approval of a wave. */
export interface Approval {
  /** From 1. */
  readonly wave: number;
  /** UTC, RFC 3339. */
  readonly at: string;
  /** Digest of the approved plan, or of the fleet file's contents. */
  readonly digest: string;
  /** The approver: the owner of the signing key, or else a name that nobody checked. */
  readonly by?: string | undefined;
  readonly comment?: string | undefined;
  /** Made by `ssh-keygen -Y sign` or `gpg --armor --detach-sign`; absent if any person's word is enough. */
  readonly signature?: string | undefined;
}

/** The signed statement. */
export interface Statement {
  /** Name of the fleet file. */
  readonly fleet: string;
  /** From 1. */
  readonly wave: number;
  readonly digest: string;
  /** The organization to retire; absent if a wave is approved. */
  readonly retires?: string | undefined;
}

/** The text to sign, which is the same on every machine. */
export const statementText = ({ fleet, wave, digest, retires }: Statement): string => {
  const what = retires === undefined ? "" : `retire: ${retires}\n`;
  return `orgform fleet approval\nfleet: ${fleet}\n${what}wave: ${wave}\ndigest: ${digest}\n`;
};
