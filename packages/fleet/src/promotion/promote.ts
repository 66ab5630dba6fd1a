import { isDeepStrictEqual } from "node:util";

import type { Fleet, FleetOrganization, Value } from "../expansion/expand.ts";
import { hasLabels } from "../expansion/waves.ts";
import { FleetFileError } from "../file/fleet-problem.ts";
import type { FleetFile } from "../file/fleet-schema.ts";
import { LocatedDocument } from "../file/located-document.ts";
import type { FleetEngine } from "../fleet-engine.ts";
import { fleetOf } from "../read-fleet-file.ts";
import { valueAt, withLeaf, type Leaf, leavesOf } from "./leaves.ts";
import { namingLeaves } from "./own-values.ts";
import { withItem, withValue, type YamlPath } from "./yaml-edit.ts";

/** A promotion that can't be made; nothing was written. The message names lines and fields. */
export class PromotionError extends Error {}

/** One field that takes the value of the source. */
export interface Promoted {
  /** `values.limits.seats` or `template`. */
  readonly field: string;
  readonly before: Value | undefined;
  readonly after: Value;
}

/** The result of a promotion of a fleet file. */
export interface Promotion {
  readonly text: string;
  readonly promoted: readonly Promoted[];
  /** Sentences with line and field about what stays different. */
  readonly notes: readonly string[];
}

/** What is promoted; each side is the name of an organization, labels such as `stage=staging`, or a label's value. */
export interface PromotionRequest {
  readonly from: string;
  readonly to: string;
  /** Fields such as `values.limits.seats` and `template`; all by default. */
  readonly only?: readonly string[] | undefined;
}

type Values = Readonly<Record<string, Value>>;

/** One side: an organization, with all of its values, or the override of some labels. */
interface Side {
  readonly title: string;
  readonly values: Values;
  /** The location of its own part; undefined for an override that doesn't exist yet. */
  readonly path: YamlPath | undefined;
  readonly template?: string;
  readonly labels?: Readonly<Record<string, string>>;
}

/**
 * Writes the differences between one organization or override and another into the text of a fleet file. Names, labels,
 * and credentials stay, and so does everything that only the target has.
 *
 * @throws FleetFileError for a file that can't be used; PromotionError
 */
export function promote(
  file: string,
  text: string,
  request: PromotionRequest,
  engines: readonly FleetEngine[],
): Promotion {
  const read = (one: string): Source => new Source(file, one, fleetOf(file, one, engines));
  const source = read(text);
  const from = source.side(request.from);
  const to = source.side(request.to);
  if (isDeepStrictEqual(from.path, to.path))
    throw new PromotionError(`${request.from} and ${request.to} are the same.`);
  if (from.path === undefined) throw new PromotionError(`No override has exactly the labels ${request.from}.`);
  const isMeant = meant(request.only, from, source);
  const withTemplate = templateOf(text, from, to, isMeant);
  const target = read(withTemplate.text).side(request.to);
  const differing = leavesOf(from.values).filter(
    ({ path, value }) => isMeant(valuePath({ path })) && !isDeepStrictEqual(valueAt(target.values, path), value),
  );
  const naming = new Set(source.naming(from).map((place) => JSON.stringify(place)));
  const isLeftOut = ({ path }: Leaf): boolean =>
    naming.has(JSON.stringify(path)) && !isNamed(valuePath({ path }), request.only);
  const leaves = differing.filter((one) => !isLeftOut(one));
  const edited = withLeaves(withTemplate.text, target, leaves);
  const after = checked(() => read(edited), source, to);
  const reached = after.side(request.to).values;
  if (!isDeepStrictEqual(reached, leaves.reduce<Values>(withLeaf, target.values)))
    throw new PromotionError(source.said(to.path ?? [], "holds an alias of other values: write them out there first."));
  const promoted = leaves.map(({ path, value }) => ({
    field: fieldOf(path),
    before: valueAt(to.values, path),
    after: value,
  }));
  const promotion = { text: edited, promoted: [...withTemplate.promoted, ...promoted] };
  const leftOut = differing.filter(isLeftOut).map(({ path }) => source.leftOut(from, path));
  return {
    ...promotion,
    notes: [...leftOut, ...source.onlyIn(to, from, isMeant), ...notReached(source, after.fleet, to, leaves)],
  };
}

const valuePath = ({ path }: Pick<Leaf, "path">): readonly string[] => ["values", ...path];

const fieldOf = (path: readonly string[]): string => valuePath({ path }).join(".");

/** Whether the value at a path is promoted. */
type IsMeant = (place: readonly string[]) => boolean;

/** Whether a path is a field or below it; a name that only starts with the field's name is neither. */
const isWithin = (place: readonly string[], field: string): boolean =>
  place.some((_name, index) => place.slice(0, index + 1).join(".") === field);

/** Whether a field was selected by more than the word for all values. */
const isNamed = (place: readonly string[], only: PromotionRequest["only"]): boolean =>
  only?.some((one) => one !== "values" && isWithin(place, one)) ?? false;

function meant(only: readonly string[] | undefined, from: Side, source: Source): IsMeant {
  const places = [...leavesOf(from.values).map(valuePath), ...(from.template === undefined ? [] : [["template"]])];
  const foreign = (only ?? []).filter((one) => !places.some((place) => isWithin(place, one)));
  const fields = places.map((place) => place.join("."));
  if (foreign.length > 0) {
    throw new PromotionError(
      foreign
        .map((one) => source.said(from.path ?? [], `has no ${one}. It has ${fields.join(", ") || "none"}.`))
        .join("\n"),
    );
  }
  return (place) => only?.some((one) => isWithin(place, one)) ?? true;
}

function templateOf(
  text: string,
  from: Side,
  to: Side,
  isMeant: IsMeant,
): { text: string; promoted: readonly Promoted[] } {
  const { template: after } = from;
  if (after === undefined || to.template === undefined || after === to.template || !isMeant(["template"]))
    return { text, promoted: [] };
  const edited = withValue(text, [...(to.path ?? []), "template"], after);
  return { text: edited, promoted: [{ field: "template", before: to.template, after }] };
}

/** Overrides replace whole values: if the target's own part lacks a value, all of it is written there. */
function withLeaves(text: string, to: Side, leaves: readonly Leaf[]): string {
  if (leaves.length === 0) return text;
  if (to.path === undefined) {
    const values = leaves.reduce<Values>((all, leaf) => withLeaf(all, leaf), {});
    return withItem(text, "overrides", { labels: to.labels ?? {}, values });
  }
  const at: YamlPath = [...to.path, "values"];
  const whole = leaves.reduce<Values>((all, leaf) => withLeaf(all, leaf), to.values);
  return leaves.reduce((edited, { path, value }) => {
    const document = new LocatedDocument("", edited, FleetFileError);
    const [name = ""] = path;
    const isThere = path.length === 1 || document.isMapAt([...at, ...path.slice(0, -1)]);
    return isThere
      ? withValue(edited, [...at, ...path], value)
      : withValue(edited, [...at, name], whole[name] as Value);
  }, text);
}

/** Reads the result back: every other organization of the fleet must be unchanged. */
function checked(read: () => Source, before: Source, to: Side): Source {
  const after = readBack(read);
  const isTarget = (one: FleetOrganization): boolean =>
    to.labels === undefined ? one.name === to.title : hasLabels(one.labels, to.labels);
  const others = before.fleet.organizations.filter(
    (one, index) => !isTarget(one) && !isDeepStrictEqual(one, after.fleet.organizations[index]),
  );
  const names = others.map(({ name }) => name).join(", ");
  if (others.length > 0)
    throw new PromotionError(
      `It would also change ${names}, through an anchor of the file: write the value out there first.`,
    );
  return after;
}

function readBack(read: () => Source): Source {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FleetFileError)) throw error;
    throw new PromotionError(`The file would no longer be a valid fleet file:\n${error.message}`, { cause: error });
  }
}

/** Organizations with these labels that set a value themselves, which overrides the promoted value. */
function notReached(source: Source, after: Fleet, to: Side, leaves: readonly Leaf[]): string[] {
  const { labels } = to;
  if (labels === undefined) return [];
  return after.organizations.flatMap((one, index) =>
    hasLabels(one.labels, labels)
      ? leaves.flatMap(({ path, value }) =>
          isDeepStrictEqual(valueAt(one.values, path), value)
            ? []
            : [
                source.said(
                  ["organizations", index, "values", ...path],
                  `stays: ${one.name} has its own value, which takes precedence.`,
                ),
              ],
        )
      : [],
  );
}

/** The original file. */
class Source {
  readonly #document: LocatedDocument;
  readonly #file: FleetFile;
  readonly fleet: Fleet;

  constructor(file: string, text: string, fleet: Fleet) {
    this.#document = new LocatedDocument(file, text, FleetFileError);
    this.#file = this.#document.values() as FleetFile; // -- it was read as a fleet
    this.fleet = fleet;
  }

  side(text: string): Side {
    const index = this.fleet.organizations.findIndex(({ name }) => name === text);
    const organization = this.fleet.organizations[index];
    if (organization !== undefined) {
      const { values, template } = organization;
      return { title: text, values, template, path: ["organizations", index] };
    }
    const labels = this.#labelsIn(text);
    const overrides = (this.#file.overrides ?? []).map((one, at) => ({ ...one, at }));
    const own = overrides.filter((one) => isDeepStrictEqual(one.labels, labels));
    const values = own.reduce<Values>((all, one) => Object.assign(all, one.values), {});
    const last = own.at(-1);
    return { title: text, labels, values, path: last === undefined ? undefined : ["overrides", last.at] };
  }

  /** A sentence with its line and field. */
  said(path: YamlPath, reason: string): string {
    const { file, line, field } = this.#document.problem(path, reason);
    return `${file}:${line}: ${field}: ${reason}`;
  }

  /** Paths of values that identify one organization among all. */
  naming({ title, labels, path }: Side): (readonly string[])[] {
    if (labels !== undefined || path === undefined) return [];
    const own = this.#file.organizations.find(({ name }) => name === title)?.values ?? {};
    return namingLeaves(own, title, this.fleet.organizations).map((leaf) => leaf.path);
  }

  leftOut(from: Side, path: readonly string[]): string {
    const reason = `left out: only ${from.title} has this value. To copy it, give --only ${fieldOf(path)}.`;
    return this.said([...(from.path ?? []), "values", ...path], reason);
  }

  /** What only the target has. */
  onlyIn(to: Side, from: Side, isMeant: IsMeant): string[] {
    return leavesOf(to.values)
      .filter(({ path }) => valueAt(from.values, path) === undefined && isMeant(valuePath({ path })))
      .map(({ path }) => this.said([...(to.path ?? []), "values", ...path], `stays: ${from.title} has none.`));
  }

  /** `stage=staging`, or a value that belongs to only one label in the whole file. */
  #labelsIn(text: string): Record<string, string> {
    const all = [...this.fleet.organizations, ...(this.#file.overrides ?? [])].map(({ labels }) => labels ?? {});
    if (text.includes("=")) {
      const labels = Object.fromEntries(
        text.split(",").map((pair) => {
          const [name = "", value = ""] = pair.split("=", 2).map((part) => part.trim());
          return [name, value] as const;
        }),
      );
      if (all.some((one) => hasLabels(one, labels))) return labels;
      throw new PromotionError(`Nothing in the file has the labels ${text}.`);
    }
    const keys = [
      ...new Set(all.flatMap((one) => Object.entries(one).flatMap(([key, value]) => (value === text ? [key] : [])))),
    ];
    const [key] = keys;
    if (key !== undefined && keys.length === 1) return { [key]: text };
    const hint =
      keys.length > 1 ? `Several labels have that value: ${keys.join(", ")}.` : "No label has that value either.";
    throw new PromotionError(
      `The file has no organization ${JSON.stringify(text)}. ${hint} Name labels as stage=staging.`,
    );
  }
}
