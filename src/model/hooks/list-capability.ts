import type { Derivation } from "../../capabilities/derived-list.ts";
import type { EmptyList } from "../../capabilities/empty-list.ts";
import type { HiddenRows } from "../../capabilities/hidden-rows.ts";
import type { WhyIncomplete } from "../../capabilities/incomplete-list.ts";
import type { PartialRows } from "../../capabilities/partial-rows.ts";
import type { Partitions } from "../../capabilities/partitioned-list.ts";
import type { PlaceholderRow } from "../../capabilities/placeholder-row.ts";
import type { SeparateLists } from "../../capabilities/separate-lists.ts";

/**
 * What only some lists of the service need, as a value with hooks.
 *
 * A collection lists its capabilities; the driver runs the hooks in `src/driver/lists` and knows no capability. All hooks
 * are optional, in the order below: which list is read, what its rows show, and what their absence proves. Of each hook, the
 * first capability that has it is asked. The contract of each is in its module of `src/capabilities`.
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
  readonly placeholderRow?: PlaceholderRow<Api, Wire>;
  /**
   * Confirmed absence: why these rows cannot be the whole list, as the end of a sentence; asked before an object that the
   * list lacks counts as missing.
   */
  readonly whyIncomplete?: WhyIncomplete<Api, Wire>;
  /** Confirmed absence, list, and drift: some keys are shown only a part of the rows, in a list that looks whole. */
  readonly hiddenRows?: HiddenRows<Api>;
  /** Confirmed absence: what tells whether an object is gone where its list no longer shows anything. */
  readonly emptyList?: EmptyList<Api, Wire>;
}
