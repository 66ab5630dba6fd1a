import type { Dialect } from "./dialects.ts";
import type { Route } from "./pipeline/exchange.ts";
import type { Jobs } from "./scheduler.ts";
import type { AnyTableSpec } from "./store/store.ts";
import type { World } from "./world.ts";

/** The arguments of a control route: the parameters of its path, and the body as its schema parsed it. */
export type ControlRequest<Parameter extends string = string, Body = unknown> = {
  readonly parameters: Readonly<Record<Parameter, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Body;
};

/**
 * Something that a test can see or do without the service's API, at `/_sandbox/<path>` and through `control.call`;
 * created by `controlRoute`.
 */
export type ControlRoute = {
  readonly method: "GET" | "PUT" | "POST" | "PATCH" | "DELETE";
  /** Without a slash at either end, such as `invites/:id/accept`. */
  readonly path: string;
  /** Runs in a transaction, with the body as sent; throw `controlError` to refuse. */
  readonly handle: (world: World, request: ControlRequest) => unknown;
};

/** The size of a `--scale` seed, across all families. */
export type Scale = { readonly persons: number; readonly events: number; readonly members: number };

/** The location of a seed's objects. */
export type SeedPlace = { readonly organizationId: string; readonly project: number; readonly userId: string };

/** A table of the page at `/`, without secrets. `count` is the total, `rows` can be only the first of them. */
export type Section = {
  readonly title: string;
  readonly columns: readonly string[];
  readonly count: number;
  readonly rows: readonly (readonly string[])[];
};

/** One noun of the service with everything that belongs only to it. */
export type Family = {
  readonly name: string;
  /** Its position among the families: a seed can need the seed of an earlier family. Last if absent. */
  readonly place?: number;
  readonly routes: readonly Route[];
  readonly tables?: readonly AnyTableSpec[];
  readonly jobs?: Partial<Jobs>;
  readonly control?: readonly ControlRoute[];
  /** Adds the family's part of the example organization. */
  readonly seedExample?: (world: World, place: SeedPlace) => void;
  /** Adds the family's part of a large organization; the families run in the order of the registry. */
  readonly seedScale?: (world: World, place: SeedPlace, scale: Scale) => void;
  /** The contents for an organization on the page at `/`. */
  readonly overview?: (world: World, organizationId: string) => Section;
  /** Converts the family's rows when the control plane switches the service to another version. */
  readonly dialectChanged?: (world: World, from: Dialect) => void;
  /** Called when a user leaves an organization; rows within organizations and projects are deleted automatically. */
  readonly memberRemoved?: (world: World, userId: string, organizationId: string) => void;
};
