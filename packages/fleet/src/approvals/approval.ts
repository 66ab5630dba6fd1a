/** What somebody says of a wave: that it may begin. */
export interface Approval {
  /** From 1. */
  readonly wave: number;
  /** UTC, RFC 3339. */
  readonly at: string;
  /** Digest of what was approved: of the plan, or of what the fleet file says. */
  readonly digest: string;
  /** Who approved: by a signature, whose key it was; otherwise what that person says, which nobody checked. */
  readonly by?: string | undefined;
  readonly comment?: string | undefined;
  /** By `ssh-keygen -Y sign`; absent where any person's word is enough. */
  readonly signature?: string | undefined;
}

/** What is signed. */
export interface Statement {
  /** Name of the fleet file. */
  readonly fleet: string;
  /** From 1. */
  readonly wave: number;
  readonly digest: string;
  /** The organization that is retired; absent where a wave is approved. */
  readonly retires?: string | undefined;
}

/** The text that is signed: the same on every machine. */
export const statementText = ({ fleet, wave, digest, retires }: Statement): string => {
  const what = retires === undefined ? "" : `retire: ${retires}\n`;
  return `orgform fleet approval\nfleet: ${fleet}\n${what}wave: ${wave}\ndigest: ${digest}\n`;
};
