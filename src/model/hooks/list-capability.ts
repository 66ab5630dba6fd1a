import type { Derivation } from "../../capabilities/derived-list.ts";
import type { EmptyList } from "../../capabilities/empty-list.ts";
import type { HiddenRows } from "../../capabilities/hidden-rows.ts";
import type { WhyIncomplete } from "../../capabilities/incomplete-list.ts";
import type { PartialRows } from "../../capabilities/partial-rows.ts";
import type { Partitions } from "../../capabilities/partitioned-list.ts";
import type { PlaceholderRow } from "../../capabilities/placeholder-row.ts";
import type { SeparateLists } from "../../capabilities/separate-lists.ts";

/**
 * Behavior that only some lists of the service need, as a value with hooks.
 *
 * A collection lists its capabilities. The driver runs the hooks in `src/driver/lists`, and imports no capability. All
 * hooks are optional. They are listed below in order: which list is read, what its rows show, and what their absence
 * proves. The first capability that has a hook provides it. The contract of each is in its module of
 * `src/capabilities`.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- a capability that reads nothing of the wire form serves every list
export interface ListCapability<Api = any, Wire = any> {
  /** The name of the function that creates it, in words. */
  readonly name: string;

  /** Read of the list: derives the objects from the rows of another resource's list, instead of `list`. */
  readonly derivedFrom?: Derivation<Api, Wire>;
  /** Read of the list: lists of parts, if the service doesn't have a single list. */
  readonly partitions?: Partitions<Wire>;
  /** Read of the list: separate lists for some of the objects. */
  readonly separateLists?: SeparateLists;
  /** Read, import, and adoption: inputs that rows don't show, so the object is read separately. */
  readonly partialRows?: PartialRows;
  /** Read: the placeholder of a deferred object without a row; undefined if the object is missing. */
  readonly placeholderRow?: PlaceholderRow<Api, Wire>;
  /**
   * Confirmed absence: why these rows can't be the complete list, as the end of a sentence. Called before an object
   * that the list lacks counts as missing.
   */
  readonly whyIncomplete?: WhyIncomplete<Api, Wire>;
  /** Confirmed absence, list, and drift: some keys see only a part of the rows, in a list that looks complete. */
  readonly hiddenRows?: HiddenRows<Api>;
  /** Confirmed absence: another source about an object whose list no longer shows anything. */
  readonly emptyList?: EmptyList<Api, Wire>;
}
