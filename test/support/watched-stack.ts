import { type Sandbox, startSandbox } from "../../packages/sandbox/src/index.ts";
import { type Canary, filesBelow, type Haystack } from "./canary.ts";
import { PulumiStack, type StackOptions } from "./pulumi-stack.ts";

/** The key of the stack: made up, and in nothing that a test writes down itself. */
export const KEY: Canary = { name: "key", value: "phx_CANARYKEY_4f1d9a7c3b5e8206" };

/** A certificate, whose middle line is looked for as well: some messages join lines. */
function certificate(name: string, line: string): readonly [Canary, Canary] {
  const value = `-----BEGIN CERTIFICATE-----\n${line}\n-----END CERTIFICATE-----`;
  return [
    { name: `${name} certificate`, value },
    { name: `${name} certificate, one line`, value: line },
  ];
}

const CERTIFICATES = {
  first: certificate("first", "CANARYcert0/1+2Zq=="),
  changed: certificate("changed", "CANARYnext3/4+5Xw=="),
  drifted: certificate("drifted", "CANARYlive6/7+8Yv=="),
};

/** The texts of the certificates: declared at first, declared later, set behind the program's back. */
export const PEM = {
  first: CERTIFICATES.first[0].value,
  changed: CERTIFICATES.changed[0].value,
  drifted: CERTIFICATES.drifted[0].value,
} as const;

/** Everything that must show nowhere. */
export const CANARIES: readonly Canary[] = [KEY, ...Object.values(CERTIFICATES).flat()];

/**
 * What the engine writes about values before it hides them: its trace of every call at `-v=9`, and the SDK's debug
 * message at the end of a registration. No provider can keep secrets out of these (seen 2026-11-21, CLI 3.259, SDK 3.248).
 */
const ENGINE_TRACE = /"msg":"(?:Unm|M)arshaling property|RegisterResource RPC finished/u;

/** The texts without the lines in which the engine traces values. */
export function withoutEngineTrace(haystack: Haystack): Haystack {
  const kept = (text: string): string =>
    text
      .split("\n")
      .filter((line) => !ENGINE_TRACE.test(line))
      .join("\n");
  return Object.fromEntries(Object.entries(haystack).map(([where, text]) => [where, kept(text)]));
}

/** A stack whose every output is kept. */
export class WatchedStack {
  readonly sandbox: Sandbox;
  readonly stack: PulumiStack;
  readonly #said: Record<string, string> = {};

  private constructor(sandbox: Sandbox, stack: PulumiStack) {
    this.sandbox = sandbox;
    this.stack = stack;
  }

  /** Starts a sandbox that knows the key, and a stack whose first certificate is in the variable `TEST_CERTIFICATE`. */
  static async start(dialect: Sandbox["dialect"], options: StackOptions): Promise<WatchedStack> {
    const sandbox = await startSandbox({ dialect });
    sandbox.control.createKey({ email: "founder@acme.example", scopes: null, value: KEY.value });
    const settings = { ORGFORM_HOST: sandbox.host, ORGFORM_RETRY_BUDGET_SECONDS: "0", TEST_CERTIFICATE: PEM.first };
    const stack = await PulumiStack.create({ ...options, env: { ...settings, ...options.env } });
    return new WatchedStack(sandbox, stack);
  }

  /** Runs a command and keeps what it says. */
  async run(...args: readonly string[]): Promise<{ status: number | undefined; output: string }> {
    const { status, output } = await this.stack.run(...args);
    this.#said[`${Object.keys(this.#said).length + 1}. ${args[0] ?? ""}`] = output;
    return { status, output };
  }

  /** Runs a command that has to succeed. */
  async must(...args: readonly string[]): Promise<string> {
    const { status, output } = await this.run(...args);
    if (status !== 0) throw new Error(`pulumi ${args[0] ?? ""} ended with ${status}\n${output}`);
    return output;
  }

  /** Everything in which a secret could show: the stack's files, what the CLI said, what the service logged. */
  haystack(): Haystack {
    const log = JSON.stringify(this.sandbox.control.requests());
    return { ...filesBelow(this.stack.folder), ...this.#said, "request log": log };
  }

  async dispose(): Promise<void> {
    await this.sandbox.close();
    this.stack.dispose();
  }
}
