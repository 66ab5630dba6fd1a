import { resources } from "../../src/catalog/resources/index.ts";
import type { AnyResource } from "../../src/model/definition.ts";
import { defaultOf, isOptional } from "../../src/model/field.ts";
import type { Values } from "../../src/model/json-value.ts";
import { snakeName } from "../../src/model/names.ts";
import { serviceDefaultOf } from "../../src/model/service-default.ts";
import type { Existing, FieldChange, OutsideEdit, Row } from "./conformance-row.ts";
import { requestsIn } from "./row-requests.ts";
import type { World } from "./scenario-world.ts";

/**
 * The parts that a row sets itself. The rest follows from the fields, or from the objects' place in the sandbox's
 * control plane.
 */
type Said =
  | "changes"
  | "count"
  | "countAfterDelete"
  | "derived"
  | "edit"
  | "existing"
  | "look"
  | "minimal"
  | "newest"
  | "removals"
  | "remove"
  | "replacements"
  | "requests"
  | "saidRemovals"
  | "setUp"
  | "stored";

/** The parts that are the same in most rows: nothing, or the values of `USUAL` and the required inputs. */
type Usual = "countAfterDelete" | "derived" | "minimal" | "replacements" | "setUp" | "stored";

/** A row as its file declares it. */
export interface RowDeclaration extends Omit<Row, Said>, Partial<Pick<Row, Usual>> {
  /** The path of the collection, `/organizations/:id/roles/`: of it are the requests `LIST`, `MAKE`, `READ`, `CHANGE`, and `REMOVE`. */
  readonly at?: string;
  /** `LIST` and `MAKE`, `READ` and `CHANGE`, and `REMOVE`, if absent. */
  readonly requests?: Partial<Row["requests"]>;
  readonly existing: Existing & {
    /** The input by which people know the object: `adopt` accepts its value, the ID, and the last part of the ID. */
    readonly knownBy?: string;
  };
  /** The path of the objects in the sandbox's control plane, `roles`: where `edit`, `remove`, `look`, and `count` find them. */
  readonly controlledAs?: string;
  /** `wire` is absent if the service has the same value under its spelling of the name. */
  readonly changes: (
    seeded: Values,
  ) => Readonly<Record<string, Omit<FieldChange, "wire"> & { readonly wire?: Values }>>;
  /** Only values that differ from the codec's default, or from the values of a new object. */
  readonly removals?: Row["removals"];
  readonly edit?: Omit<OutsideEdit, "apply"> & Partial<Pick<OutsideEdit, "apply">>;
  readonly remove?: Row["remove"];
  readonly look?: Row["look"];
  /** Those of the same name when absent. */
  readonly count?: Row["count"];
  readonly newest?: Partial<RowDeclaration>;
}

const USUAL: Pick<Row, Exclude<Usual, "minimal">> = {
  setUp: ({ organizationId, otherOrganizationId }) => Promise.resolve({ organizationId, otherOrganizationId }),
  replacements: ({ otherOrganizationId }) => ({ organizationId: otherOrganizationId }),
  stored: {},
  countAfterDelete: 0,
  derived: [],
};

/** A row with all the parts that it doesn't set itself. */
export function whole(declared: RowDeclaration): Row {
  const { newest, ...older } = declared;
  const { at: _collection, controlledAs: path = "", edit, ...rest } = older;
  const objects = ({ sandbox }: World): readonly Values[] => sandbox.control.call("GET", path) as readonly Values[]; // -- a list, by its path
  const { look, remove, count } = declared;
  const { ownRequests, ...requests } = requestsIn(declared);
  return {
    ...USUAL,
    minimal: leastOf(declared),
    ...rest,
    ...requests,
    existing: { ...existingOf(declared), ownRequests },
    ...changesOf(declared),
    ...(edit === undefined ? {} : { edit: wholeEdit(edit, (id) => `${path}/${ownId(id)}`) }),
    remove: remove ?? (({ sandbox }, id) => void sandbox.control.call("DELETE", `${path}/${ownId(id)}`)),
    look: look ?? ((world, id) => objects(world).find((one) => String(one["id"]) === ownId(id))),
    count: count ?? ((world, inputs) => objects(world).filter(({ name }) => name === inputs["name"]).length),
    ...(newest === undefined ? {} : { newest: wholeNewest(older, newest) }),
  };
}

/** The service's own ID in an ID of Orgform. */
export function ownId(id: string): string {
  return id.split("/")[1] ?? "";
}

function definitionOf({ definition, resource }: RowDeclaration): AnyResource | undefined {
  return definition ?? resources.find(({ name }) => name === resource);
}

/** Those of the full inputs that are required; docs/reference pins which are. */
function leastOf(declared: RowDeclaration): Row["minimal"] {
  const { inputs = {} } = definitionOf(declared) ?? {};
  const isRequired = (name: string): boolean => inputs[name]?.fromConfig !== undefined || !isOptional(inputs[name]);
  const names = [...Object.keys(inputs).filter(isRequired), ...(declared.alsoMinimal ?? [])];
  return (seeded) => {
    const full = declared.full(seeded);
    return Object.fromEntries(names.map((name) => [name, full[name]]));
  };
}

function existingOf({ existing: { knownBy, ...existing } }: RowDeclaration): Existing {
  if (knownBy === undefined) return existing;
  return { adoptTexts: (id, inputs) => [id, ownId(id), String(inputs[knownBy])], ...existing };
}

function wholeEdit(edit: NonNullable<RowDeclaration["edit"]>, pathOf: (id: string) => string): OutsideEdit {
  const { field, value } = edit;
  return {
    apply: ({ sandbox }, id) => void sandbox.control.call("PATCH", pathOf(id), { [snakeName(field)]: value }),
    ...edit,
  };
}

function wholeNewest(older: Omit<RowDeclaration, "newest">, newest: Partial<RowDeclaration>): Partial<Row> {
  const row = whole({ ...older, ...newest });
  const said = Object.keys(newest);
  const follows =
    newest.changes === undefined && newest.removals === undefined ? said : [...said, "removals", "saidRemovals"];
  return Object.fromEntries(Object.entries(row).filter(([name]) => follows.includes(name)));
}

/** The service's values after each change and removal. The sandbox decides: fields.test.ts compares both with its values. */
function changesOf(declared: RowDeclaration): Pick<Row, "changes" | "removals" | "saidRemovals"> {
  const { changes, removals, needed = [] } = declared;
  const { inputs, toWire } = definitionOf(declared) ?? { inputs: {}, toWire: () => ({}) };
  const removable = Object.keys(changes({})).filter((name) => isOptional(inputs[name]) && !needed.includes(name));
  const sent = (name: string): Values => toWire({ [name]: defaultOf(inputs[name]) ?? serviceDefaultOf(inputs[name]) });
  return {
    changes: (seeded) =>
      Object.fromEntries(
        Object.entries(changes(seeded)).map(([name, change]) => [
          name,
          { wire: { [snakeName(name)]: change.to }, ...change },
        ]),
      ),
    removals: Object.fromEntries(removable.map((name) => [name, removals?.[name] ?? sent(name)])),
    saidRemovals: Object.keys(removals ?? {}),
  };
}
