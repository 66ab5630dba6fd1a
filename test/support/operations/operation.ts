import type { Api } from "../../../src/client/client.ts";

type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** One operation of the two contracts and the client call for it. */
export interface ClientOperation {
  readonly method: Method;
  /** As the contract writes it. */
  readonly path: string;
  /** Noun and call of the client. */
  readonly call: string;
  readonly run: (api: Api) => Promise<unknown>;
  /** Status and body of the running service. */
  readonly answer: readonly [status: number, body?: unknown];
  /** The call's result for that response. */
  readonly result: unknown;
  /** The value of `:id` in the path. */
  readonly id?: string | undefined;
  /** The call's result for a success without a body, in a list; absent if a body is required. */
  readonly empty?: readonly [result: unknown] | undefined;
}

/** Values of the path's parameters besides `:id`. */
export const PLACES = {
  organization_id: "01a1fb11-53cf-0000-fc23-01b847e27a8f",
  project_id: "7",
  user__uuid: "01a1fb11-54fa-0000-1383-7a8375c98bab",
  role_id: "01a1fb2a-0000-0000-0000-000000000001",
} as const;

/** Writes one row of the table. */
export function operation(
  [method, path, call]: readonly [method: Method, path: string, call: string],
  run: (api: Api) => Promise<unknown>,
  answer: readonly [status: number, body?: unknown],
  result: unknown,
  rest: Pick<ClientOperation, "id" | "empty"> = {},
): ClientOperation {
  return { method, path, call, run, answer, result, ...rest };
}

/** The path of an operation with every parameter in it. */
export function filledPath({ path, id }: Pick<ClientOperation, "path" | "id">): string {
  const places: Readonly<Record<string, string | undefined>> = { ...PLACES, id };
  return path.replaceAll(/:(\w+)/g, (_whole, name: string) => places[name] ?? `no ${name}`);
}
