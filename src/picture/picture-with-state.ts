import { resources } from "../catalog/resources/index.ts";
import type { RecordedObject } from "../driver/driver.ts";
import { pathText } from "../model/field-path.ts";
import type { Picture } from "../model/picture/picture.ts";
import type { PlannedChange } from "../model/picture/planned-change.ts";
import { secretPaths } from "../model/secret-texts.ts";
import { valueAt } from "../model/unknown.ts";
import { declaredIn } from "./picture-after-plan.ts";

/** An engine's state of an organization's objects. */
interface KeptState {
  readonly engine: string;
  readonly objects: readonly RecordedObject[];
}

/** The picture with the declarations of the code, from its state. The living part stays unchanged. */
export function pictureWithState(picture: Picture, { engine, objects }: KeptState): Picture {
  return { ...picture, declared: declaredIn(picture, { engine, changes: objects.map(unchanged) }) };
}

function unchanged({ resource, address, id, state, inputs, ...secrets }: RecordedObject): PlannedChange {
  return {
    resource,
    address,
    id,
    before: state,
    after: inputs,
    isReplaced: false,
    isForgotten: false,
    secrets: secretsIn(resource, { inputs, ...secrets }),
  };
}

/**
 * Paths of the secrets that the program contains: in plain text, encrypted separately or together with other values, or
 * only as hashes.
 */
function secretsIn(
  resource: string,
  { inputs, unreadable, fingerprints }: Pick<RecordedObject, "inputs" | "unreadable" | "fingerprints">,
): string[] {
  // A state also has functions that ran, which aren't resources.
  const definition = resources.find(({ name }) => name === resource);
  const hidden = [...unreadable, ...Object.keys(fingerprints)];
  const isHidden = (path: string): boolean => hidden.some((one) => path === one || path.startsWith(`${one}.`));
  return (definition === undefined ? [] : secretPaths(definition))
    .filter((path) => valueAt(inputs, path) !== undefined || isHidden(pathText(path)))
    .map(pathText);
}
