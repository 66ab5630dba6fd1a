import type { CallContext } from "./call-context.ts";
import type { ServiceContext } from "./guard.ts";
import type { IdentityParts } from "./identity.ts";
import type { Values } from "./json-value.ts";
import type { ResourceReference } from "./resource-reference.ts";

/**
 * What only some lists of the service need, as a value with hooks.
 *
 * A collection lists its capabilities; the driver runs the hooks in `src/driver/lists` and knows no capability. All hooks
 * are optional, in the order below: which list is read, what its rows show, and what their absence proves. Of each hook, the
 * first capability that has it is asked.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- a capability that asks nothing of the wire form serves every list
export interface ListCapability<Api = any, Wire = any> {
  /** The name of the function that makes it, in words. */
  readonly name: string;

  /** Read of the list: the objects are made of the rows of another resource's list, in place of `list`. */
  readonly derivedFrom?: Derivation<Api, Wire>;
  /** Read of the list: lists of parts, where the service does not have the one list. */
  readonly partitions?: Partitions<Wire>;
  /** Read of the list: lists beside the one, for some of the objects. */
  readonly separateLists?: SeparateLists;
  /** Read, import, and adoption: inputs that rows do not show, so that the object is read by itself. */
  readonly partialRows?: PartialRows;
  /** Read: what represents a deferred object that has no row; undefined where the object is missing. */
  readonly placeholderRow?: (at: IdentityParts, ask: ServiceContext<Api>) => Promise<Wire | undefined>;
  /**
   * Confirmed absence: why these rows cannot be the whole list, as the end of a sentence; asked before an object that the
   * list lacks counts as missing.
   */
  readonly whyIncomplete?: (
    rows: readonly Wire[],
    ask: ServiceContext<Api>,
    at: IdentityParts,
  ) => Promise<string | undefined>;
  /** Confirmed absence, list, and drift: some keys are shown only a part of the rows, in a list that looks whole. */
  readonly hiddenRows?: HiddenRows<Api>;
  /** Confirmed absence: what tells whether an object is gone where its list no longer shows anything. */
  readonly emptyList?: EmptyList<Api, Wire>;
}

/** How objects are made of the rows of another resource's list, which is read once for both. */
export interface Derivation<Api, Wire> {
  readonly resource: ResourceReference;
  /** Inputs, each a yes or a no, on which it depends what is made; the scope has them as "true" or "false". */
  readonly dependsOn?: readonly string[];
  readonly make: (rows: readonly never[], scope: IdentityParts, ask: ServiceContext<Api>) => Promise<Wire[]>;
}

/** Lists of parts of an organization, for services without the one list of all: `list` is then also asked with a part. */
export interface Partitions<Wire> {
  /** Name of the field that names the part which holds an object. */
  readonly field: string;
  /** The part that a row names. */
  readonly of: (wire: Wire) => string | undefined;
  /** All parts, for objects of which nobody knows where they are. */
  readonly all: (scope: IdentityParts, call: CallContext) => Promise<readonly string[]>;
}

/** Lists of their own that hold some of the objects; a part of the identity tells which, and `list` is asked with it. */
export interface SeparateLists {
  /** Name of the part, which need not be an input. */
  readonly part: string;
  /** What the part will be of what a program declares; undefined where that is not known yet. */
  readonly of: (inputs: Values) => string | undefined;
  /** Whether an object of this part lies in a list of its own, which holds nothing of another part. */
  readonly isSeparate: (part: string) => boolean;
  /** Name of the route of such a list, where not every service has it. */
  readonly route?: (part: string) => string;
  /** What lies in these lists, for people: nobody can list it without knowing the parts. */
  readonly words: string;
}

/** What the rows of a list do not show. */
export interface PartialRows {
  /** Inputs that no row shows: an object that declares one of them is read by itself. */
  readonly omits?: readonly string[];
  /** Inputs that the rows of some services do not show: where one lacks them, its object is read by itself. */
  readonly mayOmit?: readonly string[];
  /** A lookup of one object reads it separately and shows all of it: what rows leave out, and secret outputs. */
  readonly isLookedUpWhole?: true;
}

/** Rows that some keys are not shown. */
export interface HiddenRows<Api> {
  /** Why this key is shown only a part, and what helps, as whole sentences; undefined where it is shown all. */
  readonly why: (scope: IdentityParts, ask: ServiceContext<Api>) => Promise<string | undefined>;
  /**
   * What people who ask for the list get where some of it may be hidden: an error when absent. `whole`: every key is shown
   * all of those rows that are listed for people. `part`: the rows that the key is shown, and whoever lists them says what
   * they may lack.
   */
  readonly listing?: "whole" | "part";
}

/** What tells more of an object whose list no longer shows anything; without it, the list is read once more 30 s later. */
export interface EmptyList<Api, Wire> {
  /** Whether the list shows nothing where the object would be; when absent, whether it shows no object of the kind. */
  readonly isEmpty?: (rows: readonly Wire[], at: IdentityParts) => boolean;
  /** Outputs that tell more of the object: the calls beside are given what state holds of them. */
  readonly knownBy?: readonly string[];
  /** Asks for the object by itself; undefined where this service, or this state, gives no way to. */
  readonly ask?: (api: Api, at: IdentityParts, call: CallContext) => Promise<Asked<Wire> | undefined>;
}

/** What the service says of an object that is asked for apart from its list; without `wire` it is not there. */
export interface Asked<Wire> {
  readonly wire?: Wire | undefined;
  /** Why the list cannot be whole by that, as the end of a sentence. */
  readonly contradiction?: string;
}
