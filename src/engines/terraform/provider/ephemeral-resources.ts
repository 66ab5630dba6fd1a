import { fieldsLookedUp } from "../../../model/definition.ts";
import type { LookUp } from "../../../app/look-ups.ts";
import type { Message } from "../../../grpc/messages.ts";
import type { CallParts } from "./account.ts";
import type { DataSource } from "./data-sources.ts";
import type { Diagnostic } from "./diagnostics.ts";
import type { ResourceSchema } from "./resource-schema.ts";
import { encodeValue } from "./values.ts";

/**
 * A lookup whose result is in no plan and no state: the same as the data source with that name, but with the secrets.
 * The result needs no renewal and no end.
 *
 * @source terraform docs/plugin-protocol/tfplugin6.proto, OpenEphemeralResource (read 2026-11-26)
 */
export class EphemeralResource {
  readonly #source: DataSource;

  constructor(source: DataSource) {
    this.#source = source;
  }

  get schema(): ResourceSchema {
    return this.#source.schema;
  }

  message(): Message {
    return this.#source.message(
      "The engine reads it for each plan and apply, and no plan or state contains any of it.",
    );
  }

  validate(config: unknown): Diagnostic[] {
    return this.#source.validate(config);
  }

  /** Reads the object. @throws no_such_id when nothing, or more than one thing, has the value of the key. */
  async open(config: unknown, parts: CallParts): Promise<Message> {
    return { result: encodeValue(await this.#source.look(config, parts)) };
  }
}

/** Whether a lookup shows a secret: only these are offered without a state. One-time secrets are in none. */
export function showsSecrets({ definition }: LookUp): boolean {
  return fieldsLookedUp(definition).some(([, { secret }]) => secret === true);
}
