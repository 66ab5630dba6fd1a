import { served } from "../../app/served.ts";
import { engines } from "../../engines/index.ts";
import type { AnyResource } from "../../model/definition.ts";
import { kebabName } from "../../model/names.ts";
import { nearest } from "../../model/suggest.ts";
import { UsageError } from "../usage-error.ts";

/** The resource of that name, by any of its names: `Domain`, `orgform_domain`, `orgform:index:Domain`. @throws UsageError */
export function resourceNamed(text: string): AnyResource {
  const wanted = text.split(":").at(-1) ?? "";
  const found = served.find((one) => namesOf(one).includes(wanted));
  if (found !== undefined) return found;
  const near = nearest(
    wanted,
    served.map(({ name }) => name),
  );
  const hint = near === undefined ? "list_resources names all there are." : `Did you mean ${near}?`;
  throw new UsageError(`There is no resource ${text}. ${hint}`);
}

const namesOf = (definition: AnyResource): string[] => [
  definition.name,
  kebabName(definition.name),
  ...engines.map(({ programWriter }) => programWriter.typeName(definition)),
];
