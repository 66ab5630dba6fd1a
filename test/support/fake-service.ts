import { ApiError, type ApiErrorParts, TransportError } from "../../src/client/errors.ts";

/** The calls of the fake service. */
export type FakeVerb = "list" | "create" | "read" | "update" | "delete" | "ask";

/** A row of the fake service, as it travels. */
export type Row = { readonly id: string } & Readonly<Record<string, unknown>>;

/** The body of a request for a box. */
type Body = Readonly<Record<string, unknown>>;

/** The effect on the next call of a verb. */
export interface Fault {
  /** The error for the caller; if absent, the response is omitted (a success without a body). */
  readonly error?: Error;
  /** The call is carried out all the same. */
  readonly isApplied?: boolean;
  /** The call is answered with success and changes nothing. */
  readonly isIgnored?: boolean;
}

/** Settings of the next service error. */
export function apiError(parts: Partial<ApiErrorParts> & Pick<ApiErrorParts, "category" | "status">): ApiError {
  const code = parts.code ?? parts.category;
  return new ApiError(`The service answered ${parts.status} ${code} to POST /boxes/: ${parts.detail ?? "no."}`, {
    code,
    method: "POST",
    route: "/boxes/",
    retryable: false,
    attr: null,
    detail: "",
    requestMayHaveBeenApplied: false,
    body: "",
    remedy: "",
    ...parts,
  });
}

/** The service's own "not found". */
export const notFound = (): ApiError => apiError({ category: "notFound", code: "not_found", status: 404 });

/** The answer of a write that never arrived. */
export function lostAnswer(code: "connection_lost" | "timeout" = "connection_lost"): TransportError {
  return new TransportError({
    code,
    message: `The answer was lost (${code}).`,
    phase: "headers",
    requestMayHaveBeenApplied: true,
    method: "POST",
    route: "/boxes/",
    attempts: 1,
    retryable: true,
  });
}

/** A connection that was never made. */
export const unreachable = (): TransportError =>
  new TransportError({
    code: "connect_failed",
    message: "No connection.",
    phase: "connect",
    requestMayHaveBeenApplied: false,
    method: "POST",
    route: "/boxes/",
    attempts: 1,
  });

/** A service in memory with boxes of organizations. It records every call, and any call can be made to fail. */
export class FakeService {
  readonly calls: string[] = [];
  readonly bodies: Readonly<Record<string, unknown>>[] = [];
  readonly organizations = new Map<string, Map<string, Row>>([["o1", new Map()]]);
  /** Values that were written and are never returned, by id. */
  readonly hidden = new Map<string, Record<string, unknown>>();
  readonly #faults = new Map<FakeVerb, Fault[]>();
  #made = 0;

  /** Makes the next calls of a verb fail, in order. */
  next(verb: FakeVerb, ...faults: Fault[]): void {
    this.#faults.set(verb, [...(this.#faults.get(verb) ?? []), ...faults]);
  }

  /** Adds a row from outside. */
  seed(row: Readonly<Record<string, unknown>>, organizationId = "o1"): Row {
    const made: Row = { ...DEFAULTS, id: `b${(this.#made += 1)}`, ...row };
    this.rowsOf(organizationId).set(made.id, made);
    return made;
  }

  /** Calls that change something, in order. */
  get writes(): string[] {
    return this.calls.filter((call) => !call.startsWith("list") && !call.startsWith("read"));
  }

  rowsOf(organizationId: string): Map<string, Row> {
    const rows = this.organizations.get(organizationId);
    if (rows === undefined) throw apiError({ category: "notFound", code: "organization_not_found", status: 404 });
    return rows;
  }

  row(id: string, organizationId = "o1"): Row | undefined {
    return this.organizations.get(organizationId)?.get(id);
  }

  /** Whether lists show a row: one that lags behind shows a new row later. */
  isListed: (row: Row) => boolean = () => true;

  list(organizationId: string): Promise<Row[]> {
    const list = this.#call("list", organizationId, () =>
      [...this.rowsOf(organizationId).values()].filter(this.isListed),
    );
    return list as unknown as Promise<Row[]>; // -- the call table is written for single rows
  }

  create(organizationId: string, body: Body): Promise<Row | undefined> {
    this.bodies.push(body);
    return this.#call("create", String(body["name"]), () => {
      const isTaken = [...this.organizations.values()].some((rows) =>
        [...rows.values()].some((row) => row["name"] === body["name"]),
      );
      if (isTaken && this.isUnique) throw apiError({ category: "conflict", code: "unique", status: 400 });
      return this.#make(organizationId, body);
    });
  }

  /** Creates several boxes; carried out in part if one of them is refused. */
  async bulk(organizationId: string, bodies: readonly Body[]): Promise<Row[] | undefined> {
    this.calls.push(`bulk ${bodies.map((body) => String(body["name"])).join(" ")}`);
    await Promise.resolve();
    const fault = this.#faults.get("create")?.shift();
    if (fault?.error !== undefined) throw fault.error;
    const made = bodies.map((body) => this.#make(organizationId, body));
    return this.isSilent ? undefined : made;
  }

  /** The name of a box that the service refuses. */
  refusedName: string | undefined;

  /** Whether a call for several gets only a success. */
  isSilent = false;

  #make(organizationId: string, body: Body): Row {
    if (body["name"] === this.refusedName) {
      throw apiError({ category: "invalid", status: 400, detail: `${String(body["name"])} is refused` });
    }
    return this.#store(organizationId, this.seed({}, organizationId).id, body);
  }

  /** Whether the service refuses a second box of the same name. */
  isUnique = true;

  read(organizationId: string, id: string): Promise<Row> {
    return this.#call("read", id, () => this.#existing(organizationId, id)) as Promise<Row>;
  }

  update(organizationId: string, id: string, body: Readonly<Record<string, unknown>>): Promise<Row | undefined> {
    this.bodies.push(body);
    return this.#call("update", id, () => {
      this.#existing(organizationId, id);
      return this.#store(organizationId, id, body);
    });
  }

  async delete(organizationId: string, id: string): Promise<void> {
    await this.#call("delete", id, () => {
      this.#existing(organizationId, id);
      this.rowsOf(organizationId).delete(id);
      return undefined;
    });
  }

  /** Asks the service to check whether a box is delivered, which it is after `looksUntilDone` checks. */
  ask(organizationId: string, id: string): Promise<Row | undefined> {
    return this.#call("ask", id, () => {
      this.looksUntilDone -= 1;
      const row = this.#existing(organizationId, id);
      return this.looksUntilDone > 0 ? row : this.#store(organizationId, id, { isDelivered: true });
    });
  }

  looksUntilDone = 3;

  #existing(organizationId: string, id: string): Row {
    const row = this.rowsOf(organizationId).get(id);
    if (row === undefined) throw notFound();
    return row;
  }

  #store(organizationId: string, id: string, body: Readonly<Record<string, unknown>>): Row {
    // Undefined values aren't sent.
    const { password, ...shown } = JSON.parse(JSON.stringify(body)) as Record<string, unknown>;
    if (password !== undefined) this.hidden.set(id, { password });
    const name = typeof shown["name"] === "string" ? { name: shown["name"].trim() } : {};
    const row: Row = { ...this.#existing(organizationId, id), ...shown, ...name, id };
    this.rowsOf(organizationId).set(id, row);
    return row;
  }

  async #call(verb: FakeVerb, what: string, action: () => unknown): Promise<Row | undefined> {
    this.calls.push(`${verb} ${what}`);
    // A response takes a moment, so parallel calls overlap.
    await Promise.resolve();
    const fault = this.#faults.get(verb)?.shift();
    if (fault === undefined) return action() as Row | undefined;
    if (fault.isIgnored === true) return undefined;
    if (fault.error === undefined || fault.isApplied === true) action();
    if (fault.error !== undefined) throw fault.error;
    return undefined;
  }
}

const DEFAULTS = { name: "", color: "grey", weight: null, combination: null, isDelivered: false, isOpen: false };
