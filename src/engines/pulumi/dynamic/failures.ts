import type { AnyResource } from "../../../model/definition.ts";
import { codedText } from "../../../driver/driver.ts";
import { isPartialResult, type Problem, problemText } from "../../../model/diagnostics.ts";
import { explainingRefusedKey, withoutKey } from "../../../app/api-key.ts";
import { secretPaths } from "../../../model/secret-texts.ts";
import { PROVIDER_KEY, toPulumi } from "./values.ts";
import { printed } from "../../../model/messages.ts";

/** A failed check of one property, in the SDK's form. */
export interface CheckFailure {
  readonly property: string;
  readonly reason: string;
}

/**
 * Translates problems to check failures.
 *
 * The engine prints the value of the named property beside the reason. So fields with secrets and paths into a value
 * are named in the reason instead.
 */
export function checkFailuresOf(definition: AnyResource, problems: readonly Problem[]): CheckFailure[] {
  const secret = new Set(secretPaths(definition).map(([name]) => name));
  return problems.map((problem) => {
    const { path, reason } = problem;
    const isPlain = Object.hasOwn(definition.inputs as object, path) && !secret.has(path);
    if (isPlain) return { property: path, reason: printed(reason) };
    return { property: "", reason: printed(problemText(problem)) };
  });
}

/** An error in the form in which the SDK passes it to the engine: with an ID, it means "exists, but isn't complete". */
export class PulumiError extends Error {
  readonly id?: string;
  readonly properties?: Record<string, unknown>;
  readonly reasons?: string[];

  constructor(message: string, partial?: { id: string; properties: Record<string, unknown> }) {
    super(message);
    this.name = "Error";
    if (partial !== undefined) {
      this.id = partial.id;
      this.properties = partial.properties;
      // The engine shows the reasons, and not the message, of a partial result.
      this.reasons = [message];
    }
  }
}

/**
 * Translates any error of a verb; `properties` are those that the SDK passed.
 *
 * A partial result keeps `__provider`: without it, the entry could be neither refreshed nor deleted. Everything else in
 * it comes from the driver: a declared value that the service doesn't have must not look as if it did.
 */
export function pulumiErrorOf(
  error: unknown,
  properties: Readonly<Record<string, unknown>>,
  apiKey: string,
): PulumiError {
  const message = withoutKey(printed(codedText(error)), apiKey);
  if (!isPartialResult(error)) return new PulumiError(message);
  return new PulumiError(message, {
    id: error.id,
    properties: { ...toPulumi(error.state), [PROVIDER_KEY]: properties[PROVIDER_KEY] },
  });
}

/** The possible meaning of a refused key in the verbs for which the engine uses the configuration in the state. */
const STORED_KEY =
  "A refresh or destroy uses the settings of the last update: if the key was changed since, run `pulumi up` first, or add `--run-program`.";

/** Adds the key's origin to a refusal: after a rotation, the state still has the old one. */
export function explainingStoredKey<T>(action: () => Promise<T>): Promise<T> {
  return explainingRefusedKey(STORED_KEY, action);
}
