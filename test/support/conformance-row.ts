import type { AnyResource } from "../../src/model/definition.ts";
import type { Values } from "../../src/model/json-value.ts";
import type { Dialect } from "../../packages/sandbox/src/index.ts";
import type { World } from "./scenario-world.ts";

/** Another valid value of a field, and what the service then holds, in its own words. */
export interface FieldChange {
  readonly to: unknown;
  readonly wire: Values;
  /** Methods of the requests that change it; one PATCH when absent. */
  readonly writes?: readonly string[];
  /** Outputs that state has no more after it. */
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
  /** Makes an object that is the program's own earlier try, or might as well be. */
  readonly own: (world: World, inputs: Values) => Promise<void> | void;
  /** What the earlier try declared, from the full inputs; the least when absent. */
  readonly declared?: (inputs: Values) => Values;
  /** Requests of a create with the full inputs that takes it over. */
  readonly ownRequests: readonly string[];
  /** Makes an object that is somebody's; undefined with the reason when no object can be. */
  readonly foreign: ((world: World, inputs: Values) => Promise<void> | void) | { readonly none: string };
  /** The words with which it is refused. */
  readonly foreignReason?: RegExp;
  /** What `adopt` may say, from the id of the existing object. */
  readonly adoptTexts?: (id: string, inputs: Values) => readonly string[];
}

/** Everything the tables need to know about a resource beside its definition. */
export interface Row {
  readonly resource: string;
  /** Of a made-up resource; one of the catalog is found by its name. */
  readonly definition?: AnyResource;
  /** What a further row of the same resource tries: a kind of objects whose inputs do not stand beside those of the first row. */
  readonly variant?: string;
  /** The resource that this one equals but for its name and for what `families` tables ask it. */
  readonly sameAs?: string;
  /** Prepares the sandbox and returns what the inputs refer to. */
  readonly setUp: (world: World) => Promise<Values>;
  /** Only what is required, and what `alsoMinimal` names. */
  readonly minimal: (seeded: Values) => Values;
  /** Optional fields that a dialect of the service cannot do without. */
  readonly alsoMinimal?: readonly string[];
  /** Optional inputs that another one makes necessary: they cannot leave the program. */
  readonly needed?: readonly string[];
  /** Every field, with values that are not the server-side defaults. */
  readonly full: (seeded: Values) => Values;
  /** Brings an object to the stage at which every field can be changed; absent when it is there at once. */
  readonly ripen?: (world: World, id: string) => void;
  /** For each field that is changed in place. */
  readonly changes: (seeded: Values) => Readonly<Record<string, FieldChange>>;
  /** Requests with which new inputs are checked; none when absent. */
  readonly checkRequests?: readonly string[];
  /** Lists that are looked at for the least inputs alone, where these lie elsewhere; none when absent. */
  readonly minimalRequests?: readonly string[];
  /** Lists in which a preview looks once for what the inputs refer to, beside what it reads anyway. */
  readonly references?: readonly string[];
  /** Those of them that a change of the inputs looks at too. */
  readonly changeReferences?: readonly string[];
  /** Verbs whose last read is a look on which nothing depends when it fails. */
  readonly looksBehind?: readonly string[];
  /** Requests with which a guard looks ahead while a change of each field is compared; none when absent. */
  readonly previewRequests?: readonly string[];
  /** Two declarations of one identity would share an object: a preview refuses the second. */
  readonly isShared?: true;
  /** Where the service has no PATCH for the object: what it is changed by. */
  readonly changeMethod?: "POST" | "PUT";
  /** For each optional field that is changed in place, and that no other makes necessary: what the service holds once it left the program. */
  readonly removals: Readonly<Record<string, Values>>;
  /** Those of them that a row says itself, since an object that never had the field holds something else. */
  readonly saidRemovals?: readonly string[];
  /** For each field whose change replaces: another value. */
  readonly replacements: (seeded: Values) => Values;
  /** Inputs that cannot be declared beside those of the full ones, and are missing there. */
  readonly apart?: readonly string[];
  /** Those of them that no further row tries, but a table of their own. */
  readonly triedElsewhere?: readonly string[];
  /** Inputs that cannot be declared together with the other value of a replacing field. */
  readonly excludes?: Readonly<Record<string, readonly string[]>>;
  /** Inputs that have to be declared together with the other value of a replacing field. */
  readonly brings?: Readonly<Record<string, Values>>;
  /** For each field that only steers the provider. */
  readonly stored: Values;
  /** What an import gives in place of the full inputs: the service's spelling, and defaults of what only the provider knows. */
  readonly imported?: Values;
  /** Inputs, or members of such (`oidc.clientSecret`), that no import gives: the service does not show them. */
  readonly notImported?: readonly string[];
  /** Inputs, or members of such, that some engines do not import, because they would print them as code. */
  readonly secrets?: readonly string[];
  /** Absent for a resource of which nothing can be changed in place. */
  readonly edit?: OutsideEdit;
  readonly remove: (world: World, id: string) => void;
  /** The object in the service's words; undefined when there is none. */
  readonly look: (world: World, id: string) => Values | undefined;
  /** How many objects stand for these inputs, which are the full ones. */
  readonly count: (world: World, inputs: Values) => number;
  /** What `count` says after a delete; 1 where deleting takes nothing back. */
  readonly countAfterDelete: 0 | 1;
  /** Fields that the service derives from others: left out when two looks are compared. */
  readonly derived: readonly string[];
  readonly existing: Existing;
  /** Why the object can be read by a key that does not see its organization; absent where it cannot. */
  readonly readByStrangers?: string;
  /** Verbs that cannot see through an answer from before the last write, and why. */
  readonly blindWhenStale?: { readonly [verb in "take over" | "delete"]?: string };
  /** Requests of a plain create, of an update of two fields and of a delete, with the full inputs. */
  readonly requests: { readonly [verb in "create" | "update" | "delete"]: readonly string[] };
  /** Inputs that the service of a dialect does not have, or only shows: left out of its tables. */
  readonly lacking?: { readonly [dialect in Dialect]?: readonly string[] };
  /** The only dialect whose service has the resource. */
  readonly onlyIn?: "2026-09";
  /** Dialects whose service refuses a second object of one natural key, where others take it. */
  readonly uniqueIn?: readonly Dialect[];
  /** Requests that are others in the newest dialect. */
  readonly newestRequests?: { readonly [verb in "create" | "update" | "delete"]?: readonly string[] };
  /** Requests to a route that the service of the dialect has no more: they change nothing, however they are answered. */
  readonly vainRequests?: readonly string[];
  /** Outputs that the service tells once: whoever takes the object over has them made anew. */
  readonly toldOnce?: readonly string[];
  /** Inputs that the service does not show in a dialect: sent whenever it is not sure that they are there. */
  readonly hidden?: { readonly [dialect in Dialect]?: readonly string[] };
  /** What is otherwise in the newest dialect. */
  readonly newest?: Partial<Row>;
  /** Requests of a create in the dialect whose answers carry less. */
  readonly documentedCreate?: readonly string[];
}
