import { isRecord, sameValue } from "../../src/model/json-value.ts";
import { isUnknown } from "../../src/model/picture/known.ts";
import type { Living } from "../../src/model/picture/picture.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Whether a plan's statement about a value holds: an unknown value holds for anything. */
function holds(planned: unknown, real: unknown): boolean {
  if (isUnknown(planned)) return true;
  if (Array.isArray(planned) && Array.isArray(real)) {
    return planned.length === real.length && planned.every((one, index) => holds(one, real[index]));
  }
  if (isRecord(planned) && isRecord(real)) {
    return [...new Set([...Object.keys(planned), ...Object.keys(real)])].every((key) => holds(planned[key], real[key]));
  }
  return sameValue(planned ?? null, real ?? null);
}

const differences = (planned: Fields, real: Fields): string[] =>
  [...new Set([...Object.keys(planned), ...Object.keys(real)])].filter((key) => !holds(planned[key], real[key]));

/** The contradictions between a planned picture and the real one; each object matches one other. */
export function contradictions(planned: Living, real: Living): string[] {
  const { organization, ...sections } = planned;
  const found = differences(organization, real.organization).map(
    (field) =>
      `organization.${field}: ${JSON.stringify(organization[field])} / ${JSON.stringify(real.organization[field])}`,
  );
  for (const [name, objects] of Object.entries(sections)) {
    if (isUnknown(objects)) continue;
    const left: Fields[] = [...toList(Reflect.get(real, name))];
    const unknowns = (one: Fields): number => Object.values(one).filter(isUnknown).length;
    for (const object of objects.toSorted((a, b) => unknowns(a) - unknowns(b))) {
      const nearest = left.toSorted((a, b) => differences(object, a).length - differences(object, b).length)[0];
      const differing = nearest === undefined ? ["nothing stands for it"] : differences(object, nearest);
      if (differing.length > 0) {
        const told = differing.map(
          (key) => `${key}: ${JSON.stringify(object[key])} / ${JSON.stringify(nearest?.[key])}`,
        );
        found.push(`${name} ${JSON.stringify(object.id)} ${JSON.stringify(object.name)}: ${told.join(", ")}`);
      }
      if (nearest !== undefined) left.splice(left.indexOf(nearest), 1);
    }
    for (const one of left) found.push(`${name}: the plan lacks ${JSON.stringify(one)}`);
  }
  return found;
}

const toList = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isRecord) : []);
