import process from "node:process";

import {
  codedText,
  type Context,
  Declarations,
  type DriverClock,
  type Reporter,
  type Session,
} from "../../../driver/driver.ts";
import type { Values } from "../../../model/json-value.ts";
import { fieldRef, joined, message, MessageError, printed, type Text } from "../../../model/messages.ts";
import { secretTextsIn } from "../../../model/secret-texts.ts";
import { UNKNOWN } from "../../../model/unknown.ts";
import type { Message } from "../../../grpc/messages.ts";
import { withoutKey } from "../../../app/api-key.ts";
import { creationFiles } from "../../../app/creation-files.ts";
import { idempotencyFiles } from "../../../app/idempotency-files.ts";
import type { OneAccount } from "../../../app/one-account.ts";
import { type ClientTime, Sessions } from "../../../app/sessions.ts";
import { type FoundSettings, findSettings, type Settings, SETTINGS } from "../../../app/settings.ts";
import { blocksIn, type PlacedBlock } from "./configuration/configuration.ts";
import { type AttributeType, typeBytes } from "./attribute-types.ts";
import { type Diagnostic, errorFrom } from "./diagnostics.ts";
import { Interruption } from "./interruption.ts";
import { snakeName } from "../../../model/names.ts";
import { PROVIDER_NAME } from "./names.ts";
import type { ResourceSchema } from "./resource-schema.ts";
import { terraformSpelling } from "./spelling.ts";
import { STORE_SECRETS } from "./stored-secrets.ts";
import { workspaceOf } from "./workspace.ts";

/** The dependencies of an account. */
export interface AccountOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: DriverClock;
  readonly clientTime?: ClientTime;
  /** The folder in which the engine runs, which is the program's; nothing is read if it is absent. */
  readonly folder?: string;
  /** The account of a workspace that shares its process with others. */
  readonly account?: OneAccount;
}

const KINDS: Readonly<Record<string, AttributeType>> = {
  text: { kind: "string" },
  "whole number": { kind: "number" },
  boolean: { kind: "bool" },
};

/** How the provider's own block writes its settings. */
const SPELLING = terraformSpelling();

/** How a user gives a setting of the provider. */
export function howToSet(name: string): Text {
  return message`set ${fieldRef(name)} in the provider's block`;
}

/** The schema of the provider's own block: the settings, all optional, because each can come from the environment. */
export function settingsSchema(): Message {
  const attributes = SETTINGS.map(({ name, doc, variables, secret, kind }) => ({
    name: snakeName(name),
    type: typeBytes(KINDS[kind] ?? { kind: "string" }),
    optional: true,
    sensitive: secret,
    description: `${doc} If not set, taken from the environment: ${variables.join(" or ")}.`,
  }));
  const storeSecrets = {
    name: STORE_SECRETS,
    type: typeBytes({ kind: "bool" }),
    optional: true,
    description:
      "Whether states contain secrets. With false, secret outputs are null, and Orgform accepts secret inputs only in their write-only form. Default true.",
  };
  return {
    version: 0,
    block: { attributes: [...attributes, storeSecrets], description: "Provider for one account of the service." },
  };
}

/** The context of an engine's call, besides its request. */
export interface CallParts {
  readonly account: Account;
  readonly report: Reporter;
  readonly signal: AbortSignal;
}

/** The account that the provider works for: its settings, and its knowledge about the service since it was configured. */
export class Account {
  readonly #options: AccountOptions;
  readonly #unknown: ReadonlySet<string>;
  readonly #found: FoundSettings;
  readonly #sessions: Sessions;
  #blocks: readonly PlacedBlock[] | undefined;
  #hasWarned = false;
  readonly #declarations = new Declarations();
  readonly interruption: Interruption;
  /** Whether states can contain secrets. */
  readonly storesSecrets: boolean;
  readonly #isPolicyUnknown: boolean;

  /** @param configured - the provider's block as the engine has it; values can be unknown before their objects are created */
  constructor(options: AccountOptions, configured?: Values) {
    const config = configured ?? {};
    this.#options = options;
    this.storesSecrets = config[STORE_SECRETS] !== false;
    this.#isPolicyUnknown = config[STORE_SECRETS] === UNKNOWN;
    this.interruption = new Interruption(options.clock);
    const { clientTime, environment, folder = process.cwd() } = options;
    const owner = { environment, folder };
    // One command of the engine has one workspace, and a provider is configured for one command.
    let workspace: string | undefined;
    this.#sessions = new Sessions(this.interruption.clock, {
      clientTime,
      environment,
      idempotency: idempotencyFiles(owner),
      creations: creationFiles(owner, () => (workspace ??= workspaceOf(owner))),
    });
    const names = SETTINGS.map(({ name }) => name);
    this.#unknown = new Set(names.filter((name) => config[snakeName(name)] === UNKNOWN));
    const found = findSettings({
      configured: (name) => settingIn(config[snakeName(name)]),
      environment,
      howToSet: ({ name }) => howToSet(name),
    });
    const isSettled = configured !== undefined && this.#unknown.size === 0;
    this.#found = isSettled ? admitted(found, options.account) : found;
  }

  /** Ends waits, lets requests under way be answered, and closes the connections to the service. */
  end(): void {
    this.interruption.stop();
    void this.#sessions.close();
  }

  /** All problems of the settings; an unknown setting isn't a problem. */
  diagnostics(): Diagnostic[] {
    const title = `The provider ${PROVIDER_NAME} is not configured`;
    if (this.#isPolicyUnknown) {
      return [
        errorFrom(
          `${title}\n${STORE_SECRETS} must be known before the plan. Write the value as a literal.`,
          STORE_SECRETS,
        ),
      ];
    }
    if (this.#unknown.size > 0) return [];
    if (this.#found.problems !== undefined) {
      return this.#found.problems.map((problem) => errorFrom(`${title}\n${printed(problem, SPELLING)}`));
    }
    try {
      this.#sessions.of(this.#found.settings);
      return [];
    } catch (error) {
      return [errorFrom(`${title}\n${this.redacted(printed(codedText(error), SPELLING))}`)];
    }
  }

  /** Whether host and key are known; otherwise, a plan requests nothing. */
  get isKnown(): boolean {
    return this.#found.settings !== undefined && this.#unknown.size === 0;
  }

  /** The organization of resources that name none; `UNKNOWN` while the provider's own is. */
  get organizationId(): string | typeof UNKNOWN | undefined {
    if (this.#unknown.has("organizationId")) return UNKNOWN;
    return this.#found.settings?.organizationId ?? undefined;
  }

  /** Reports once that the plan was compared with nothing. */
  warnIfUnknown(report: Reporter): void {
    if (this.isKnown || this.#hasWarned) return;
    this.#hasWarned = true;
    const names = [...this.#unknown].map(snakeName).join(", ");
    report.warn(
      `The plan was not compared with the service\n${names} of the provider ${PROVIDER_NAME} depends on an object that doesn't exist yet. If the service refuses something, the apply fails.`,
    );
  }

  /** The resource blocks of the program, as they are written; read once. */
  get blocks(): readonly PlacedBlock[] {
    const { folder } = this.#options;
    return (this.#blocks ??= folder === undefined ? [] : blocksIn(folder));
  }

  /** Address of the service. */
  get host(): string | undefined {
    return this.#found.settings?.host;
  }

  /** The driver's context for every verb. `values` can contain secrets, which no later message will show. */
  context(schema: ResourceSchema, report: Reporter, signal: AbortSignal, ...values: readonly Values[]): Context {
    const secrets = values.flatMap((one) => secretTextsIn(schema.definition, one));
    const session: Session = this.#sessions.of(this.#settings(), secrets);
    return {
      session,
      report,
      call: { signal: AbortSignal.any([signal, this.interruption.signal]) },
      // The engine plans each declaration once for each configuration of the provider, and doesn't name it.
      declaration: { among: this.#declarations, key: Symbol("declaration") },
    };
  }

  /** A text as it leaves the process, without the key. The transport redacts already; this is the last gate. */
  redacted(text: string): string {
    return withoutKey(text, this.#found.settings?.apiKey ?? "");
  }

  #settings(): Settings {
    if (this.#unknown.size > 0) {
      const names = [...this.#unknown].map(snakeName).join(", ");
      throw new Error(
        `The settings of the provider ${PROVIDER_NAME} are not known yet\n` +
          `${names} depends on an object that doesn't exist yet. Create that object first with \`-target\`, or write the value as a literal.`,
      );
    }
    if (this.#found.settings !== undefined) return this.#found.settings;
    const problems = joined(this.#found.problems, "\n");
    throw new MessageError(message`The provider ${PROVIDER_NAME} is not configured\n${problems}`);
  }

  /** An account of the same process with other settings, which knows nothing of the service yet. */
  reconfigured(config: Values): Account {
    return new Account(this.#options, config);
  }
}

/** The settings, unless they are of another account than the one that is served here. */
function admitted(found: FoundSettings, account: OneAccount | undefined): FoundSettings {
  const refusal = found.settings === undefined ? undefined : account?.refusal(found.settings);
  return refusal === undefined ? found : { problems: [refusal] };
}

function settingIn(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : undefined;
}
