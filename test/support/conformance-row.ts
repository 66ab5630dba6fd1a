import type { AnyResource } from "../../src/model/definition.ts";
import type { Values } from "../../src/model/json-value.ts";
import type { Dialect } from "../../packages/sandbox/src/index.ts";
import type { World } from "./scenario-world.ts";

/** Another valid value of a field, and the service's value for it, in the service's terms. */
export interface FieldChange {
  readonly to: unknown;
  readonly wire: Values;
  /** Methods of the requests that change it; one PATCH when absent. */
  readonly writes?: readonly string[];
  /** Outputs that the state no longer has afterwards. */
  readonly ends?: readonly string[];
}

/** Something done to the object behind the program's back that a refresh has to see. */
export interface OutsideEdit {
  /** The input that differs afterwards, and the value that a read gives it. */
  readonly field: string;
  readonly value: unknown;
  readonly apply: (world: World, id: string) => void;
}

/** Objects that exist before the first create. */
export interface Existing {
  /** Creates an object that comes from the program's own earlier attempt, or might come from it. */
  readonly own: (world: World, inputs: Values) => Promise<void> | void;
  /** The declaration of the earlier attempt, from the full inputs; the minimal one if absent. */
  readonly declared?: (inputs: Values) => Values;
  /** Requests of a create with the full inputs that takes it over. */
  readonly ownRequests: readonly string[];
  /** Creates an object that belongs to somebody else; undefined with the reason if that isn't possible. */
  readonly foreign: ((world: World, inputs: Values) => Promise<void> | void) | { readonly none: string };
  /** The words with which it is refused. */
  readonly foreignReason?: RegExp;
  /** Possible values of `adopt`, from the ID of the existing object. */
  readonly adoptTexts?: (id: string, inputs: Values) => readonly string[];
}

/** The facts about a resource that the tables need besides its definition. */
export interface Row {
  readonly resource: string;
  /** Of a made-up resource; one of the catalog is found by its name. */
  readonly definition?: AnyResource;
  /** What another row of the same resource tests: a kind of objects whose inputs exclude those of the first row. */
  readonly variant?: string;
  /** The resource that equals this one, except for its name and the `families` tables. */
  readonly sameAs?: string;
  /** Prepares the sandbox and returns the objects that the inputs refer to. */
  readonly setUp: (world: World) => Promise<Values>;
  /** Only required inputs, and those in `alsoMinimal`. */
  readonly minimal: (seeded: Values) => Values;
  /** Optional fields that a dialect of the service requires. */
  readonly alsoMinimal?: readonly string[];
  /** Optional inputs that another input requires: they can't leave the program. */
  readonly needed?: readonly string[];
  /** Every field, with values that differ from the server-side defaults. */
  readonly full: (seeded: Values) => Values;
  /** Brings an object to the stage at which every field can be changed; absent if it's there immediately. */
  readonly ripen?: (world: World, id: string) => void;
  /** For each field that is changed in place. */
  readonly changes: (seeded: Values) => Readonly<Record<string, FieldChange>>;
  /** Requests with which new inputs are checked; none when absent. */
  readonly checkRequests?: readonly string[];
  /** Lists that are read only for the minimal inputs, if those objects are elsewhere; none if absent. */
  readonly minimalRequests?: readonly string[];
  /** Lists that a preview reads once for the inputs' references, besides its other reads. */
  readonly references?: readonly string[];
  /** Those of them that a change of the inputs looks at too. */
  readonly changeReferences?: readonly string[];
  /** Verbs whose last read can fail without an effect. */
  readonly looksBehind?: readonly string[];
  /** Requests with which a guard looks ahead while a change of each field is compared; none when absent. */
  readonly previewRequests?: readonly string[];
  /** Two declarations of one identity would share an object: a preview refuses the second. */
  readonly isShared?: true;
  /** The method of a change, if the service has no PATCH for the object. */
  readonly changeMethod?: "POST" | "PUT";
  /**
   * For each optional field that is changed in place and that no other field requires: the service's value after the
   * field left the program.
   */
  readonly removals: Readonly<Record<string, Values>>;
  /** The fields among them whose value a row sets itself, because an object that never had the field has another value. */
  readonly saidRemovals?: readonly string[];
  /** For each field whose change replaces: another value. */
  readonly replacements: (seeded: Values) => Values;
  /** Inputs that exclude some of the full ones, and are missing there. */
  readonly apart?: readonly string[];
  /** Those of them that no further row tries, but a table of their own. */
  readonly triedElsewhere?: readonly string[];
  /** Inputs that can't be declared together with the other value of a replacing field. */
  readonly excludes?: Readonly<Record<string, readonly string[]>>;
  /** Inputs that have to be declared together with the other value of a replacing field. */
  readonly brings?: Readonly<Record<string, Values>>;
  /** For each field that only steers the provider. */
  readonly stored: Values;
  /**
   * The inputs after an import, instead of the full ones: in the service's spelling, and with defaults of fields that
   * only the provider uses.
   */
  readonly imported?: Values;
  /** Inputs, or fields of them (`oidc.clientSecret`), that no import returns: the service doesn't show them. */
  readonly notImported?: readonly string[];
  /** Inputs, or fields of them, that some engines don't import, because they would print them as code. */
  readonly secrets?: readonly string[];
  /** Absent for a resource that can't be changed in place. */
  readonly edit?: OutsideEdit;
  readonly remove: (world: World, id: string) => void;
  /** The object in the service's form; undefined if there is none. */
  readonly look: (world: World, id: string) => Values | undefined;
  /** The number of objects for these inputs, which are the full ones. */
  readonly count: (world: World, inputs: Values) => number;
  /** The result of `count` after a delete; 1 if a delete removes nothing. */
  readonly countAfterDelete: 0 | 1;
  /** Fields that the service derives from others: omitted when two observations are compared. */
  readonly derived: readonly string[];
  readonly existing: Existing;
  /** Why a key that doesn't see the organization can read the object; absent if it can't. */
  readonly readByStrangers?: string;
  /** Verbs that can't detect a response from before the last write, and why. */
  readonly blindWhenStale?: { readonly [verb in "take over" | "delete"]?: string };
  /** Requests of a plain create, of an update of two fields and of a delete, with the full inputs. */
  readonly requests: { readonly [verb in "create" | "update" | "delete"]: readonly string[] };
  /** Inputs that the service of a dialect doesn't have, or only shows: omitted from its tables. */
  readonly lacking?: { readonly [dialect in Dialect]?: readonly string[] };
  /** The only dialect whose service has the resource. */
  readonly onlyIn?: "2026-09";
  /** Dialects whose service refuses a second object with the same natural key, although others accept it. */
  readonly uniqueIn?: readonly Dialect[];
  /** Requests that are others in the newest dialect. */
  readonly newestRequests?: { readonly [verb in "create" | "update" | "delete"]?: readonly string[] };
  /** Requests to a route that the service of the dialect no longer has: they change nothing, whatever the response. */
  readonly vainRequests?: readonly string[];
  /** One-time secrets: adopting the object creates them again. */
  readonly toldOnce?: readonly string[];
  /** Inputs that the service doesn't show in a dialect: sent whenever they might be missing there. */
  readonly hidden?: { readonly [dialect in Dialect]?: readonly string[] };
  /** The differences in the newest dialect. */
  readonly newest?: Partial<Row>;
  /** Requests of a create in the dialect whose responses contain less. */
  readonly documentedCreate?: readonly string[];
}
