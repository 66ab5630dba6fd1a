import { isRecord, type Values } from "../../../model/json-value.ts";
import { textsIn } from "../../../model/secret-texts.ts";
import { UNKNOWN } from "../../../model/unknown.ts";

/** The key that marks a record as something else than a record. @source pulumi sdk/go/common/resource/sig */
const SIGNATURE = "4dabf18193072939515e22adb298388d";
const SECRET = "1b47061264138c4ac30d75fd1eb44270";
const RESOURCE = "5cf8f73096256a8f31e491e813e4eb8e";
const OUTPUT = "d0e6a833031e9bbcd3f4e8bde6ca49a4";

/** The string that represents an unknown value. */
const UNKNOWN_TEXT = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** All texts that do: each tells a type, which is of no use here. @source pulumi sdk/go/common/resource/plugin/rpc.go */
const UNKNOWN_TEXTS: ReadonlySet<unknown> = new Set([
  UNKNOWN_TEXT,
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
]);

/** The place of a value: names and indexes from the top. */
export type Path = readonly (string | number)[];

/** Properties in the model's form, and the places that the engine had marked as secret. */
export interface Opened {
  readonly values: Record<string, unknown>;
  readonly secrets: readonly Path[];
}

/**
 * Removes the engine's marks: secrets are opened and noted, unknowns become the model's, and a reference to a resource
 * becomes its ID. Names that begin with `__` belong to engine and SDK (the code of a dynamic resource) and are omitted.
 */
export function fromEngine(properties: Values | undefined): Opened {
  const secrets: Path[] = [];
  const entries = Object.entries(properties ?? {})
    .filter(([name]) => !name.startsWith("__"))
    .map(([name, value]) => [name, opened(value, [name], secrets)] as const);
  return { values: Object.fromEntries(entries), secrets };
}

/** Every string in values that the engine marked as secret, whatever the model says about the field. */
export function markedTextsIn({ values, secrets }: Opened): string[] {
  const below = (part: unknown, key: string | number): unknown =>
    Array.isArray(part) ? part[Number(key)] : isRecord(part) ? part[key] : undefined;
  const at = (value: unknown, path: Path): unknown => path.reduce(below, value);
  return secrets.flatMap((path) => textsIn(at(values, path)));
}

function opened(value: unknown, path: Path, secrets: Path[]): unknown {
  if (UNKNOWN_TEXTS.has(value)) return UNKNOWN;
  if (Array.isArray(value)) return value.map((item, index) => opened(item, [...path, index], secrets));
  if (!isRecord(value)) return value;
  switch (value[SIGNATURE]) {
    case SECRET:
      secrets.push(path);
      return opened(value["value"], path, secrets);
    case OUTPUT:
      if (value["secret"] === true) secrets.push(path);
      return "value" in value ? opened(value["value"], path, secrets) : UNKNOWN;
    case RESOURCE:
      return value["id"] === undefined || value["id"] === "" ? UNKNOWN : opened(value["id"], path, secrets);
    default:
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key, opened(item, [...path, key], secrets)]),
      );
  }
}

/**
 * Adds the engine's marks. If a provider supports secrets, the engine adds no marks: a value that arrived as a secret
 * and is returned must be marked here, or the state contains it in plain text.
 */
export function toEngine(values: Values, secrets: readonly Path[] = []): Record<string, unknown> {
  return sealedRecord(values, secrets);
}

function sealed(value: unknown, secrets: readonly Path[]): unknown {
  if (secrets.some((path) => path.length === 0)) return { [SIGNATURE]: SECRET, value: sealed(value, []) };
  if (value === UNKNOWN) return UNKNOWN_TEXT;
  if (Array.isArray(value)) {
    // The items of a list move: a secret one makes the whole list secret.
    return secrets.length > 0 ? sealed(value, [[]]) : value.map((item) => sealed(item, []));
  }
  return isRecord(value) ? sealedRecord(value, secrets) : value;
}

function sealedRecord(values: Values, secrets: readonly Path[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => {
        const below = secrets.filter(([head]) => head === key).map((path) => path.slice(1));
        return [key, sealed(value, below)];
      }),
  );
}
