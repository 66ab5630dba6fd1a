import type { Dialect } from "./dialects.ts";
import type { Route } from "./pipeline/exchange.ts";
import type { Jobs } from "./scheduler.ts";
import type { AnyTableSpec } from "./store/store.ts";
import type { World } from "./world.ts";

/** What a control route gets: the parameters of its path, and the body as its schema gave it back. */
export type ControlRequest<Parameter extends string = string, Body = unknown> = {
  readonly parameters: Readonly<Record<Parameter, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Body;
};

/**
 * Something a test can see or do behind the service's back, at `/_sandbox/<path>` and through `control.call`; made by
 * `controlRoute`.
 */
export type ControlRoute = {
  readonly method: "GET" | "PUT" | "POST" | "PATCH" | "DELETE";
  /** Without a slash at either end, such as `invites/:id/accept`. */
  readonly path: string;
  /** Runs in a transaction, with the body as it was sent; throw `controlError` to refuse. */
  readonly handle: (world: World, request: ControlRequest) => unknown;
};

/** How much a `--scale` seed makes, over all families. */
export type Scale = { readonly persons: number; readonly events: number; readonly members: number };

/** Where a seed puts its things. */
export type SeedPlace = { readonly organizationId: string; readonly project: number; readonly userId: string };

/** A table of the page at `/`; never a secret. `count` is of everything, `rows` may be the first of them. */
export type Section = {
  readonly title: string;
  readonly columns: readonly string[];
  readonly count: number;
  readonly rows: readonly (readonly string[])[];
};

/** One noun of the service with everything that belongs to it alone. */
export type Family = {
  readonly name: string;
  /** Where it stands among the families: seeds of one may need those of an earlier one. Last when absent. */
  readonly place?: number;
  readonly routes: readonly Route[];
  readonly tables?: readonly AnyTableSpec[];
  readonly jobs?: Partial<Jobs>;
  readonly control?: readonly ControlRoute[];
  /** Adds the family's part of the example organization. */
  readonly seedExample?: (world: World, place: SeedPlace) => void;
  /** Adds the family's part of a large organization; the families run in the order of the registry. */
  readonly seedScale?: (world: World, place: SeedPlace, scale: Scale) => void;
  /** What the page at `/` shows of an organization. */
  readonly overview?: (world: World, organizationId: string) => Section;
  /** Carries the family's rows over when the control plane makes the service a newer or an older one. */
  readonly dialectChanged?: (world: World, from: Dialect) => void;
  /** Follows a user out of an organization; rows within organizations and projects go by themselves. */
  readonly memberRemoved?: (world: World, userId: string, organizationId: string) => void;
};
