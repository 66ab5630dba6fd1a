import type { Values } from "../../src/model/json-value.ts";
import type { Engine, EngineRun } from "../support/engine-under-test.ts";
import { Program, type StateEntry } from "../support/scenario-program.ts";
import { MortalTime } from "../support/mortal-time.ts";
import { fastTime } from "../support/scenario-clock.ts";
import { LONG_TIMEOUT } from "../support/scenario-faults.ts";
import type { StoredObject } from "../support/state-files.ts";
import type { Snapshot } from "../../packages/sandbox/src/index.ts";
import type { World } from "../support/scenario-world.ts";
import type { Seeded, Slot } from "./slot.ts";
import { SLOTS, slotOf } from "./slots.ts";
import type { Step, Trouble } from "./steps.ts";

/**
 * Undisturbed runs at the end. The first can refuse an object and offer to adopt it; the second waits for what the
 * first created.
 */
const LAST_RUNS = 4;

/** How much faster time passes. No history depends on how long a request takes, so pauses are as short as possible. */
const SPEED = 400;

/** After this time, the service has removed everything that it was still removing when the history ended. */
const REMOVAL_SECONDS = 60;

/** The result of a history and its last runs. */
export interface Ending {
  /** Errors of the last run, by slot. */
  readonly failures: Readonly<Record<string, string>>;
  /** Slots in which the next preview or refresh would show a change. */
  readonly unsettled: readonly string[];
  /** Rows of the service that no declaration, stranger, or lost create explains, and rows that are missing. */
  readonly strays: readonly string[];
  /** Other people's rows, before and after. */
  readonly strangers: { readonly before: unknown; readonly after: unknown };
}

/** A program of several resources, with its state and its organization. */
export class Model {
  readonly #world: World;
  readonly #engine: Engine;
  readonly #declared = new Map<string, Values>();
  readonly #state = new Map<string, StateEntry>();
  /** Slots whose create was lost: the object might exist although it isn't in the state. */
  readonly #lost = new Set<string>();
  readonly #strangers: ReadonlyMap<string, Values>;

  constructor(world: World, engine: Engine) {
    this.#world = world;
    this.#engine = engine;
    this.#strangers = rowsOf(world);
  }

  async take(step: Step): Promise<void> {
    switch (step.kind) {
      case "declare":
        return this.#declare(slotOf(step.slot), step.values);
      case "undeclare":
        return this.#undeclare(step.slot);
      case "up":
        return this.#under(step.trouble, async (run) => void (await this.#up(run)));
      case "refresh":
        return this.#under(step.trouble, async (run) => void (await this.#refresh(run)));
      case "outside":
        return this.#outside(slotOf(step.slot), step.what);
      case "clock":
        this.#world.sandbox.control.advanceClock(step.seconds);
    }
  }

  /**
   * Refreshes and runs without trouble. If a run refuses an object and offers to adopt it, adopts it, as a person
   * would.
   */
  async finish(): Promise<Ending> {
    this.#world.sandbox.control.advanceClock(REMOVAL_SECONDS);
    let failures = await this.#refresh(this.#start());
    for (let runs = 0; runs < LAST_RUNS && (runs === 0 || failures.size > 0); runs += 1) {
      failures = await this.#up(this.#start());
      this.#follow(failures);
    }
    const run = this.#start();
    const unsettled = [...new Set([...(await this.#changing(run)), ...(await this.#changedByReading(run))])];
    return {
      failures: Object.fromEntries([...failures].map(([slot, error]) => [slot, String(error)])),
      unsettled,
      ...this.#account(),
    };
  }

  /** The contents of the state, for a state file. */
  stored(): StoredObject[] {
    return [...this.#state].map(([name, entry]) => {
      const { resource } = slotOf(name);
      return { resource, name: name.replaceAll(" ", "-"), inputs: entry.inputs, entry };
    });
  }

  /** An undisturbed process of the engine. */
  start(): EngineRun {
    return this.#start();
  }

  #start(time = this.#newTime()): EngineRun {
    return this.#world.start(this.#engine, LONG_TIMEOUT, time);
  }

  #newTime(): MortalTime {
    return new MortalTime(fastTime(SPEED), (seconds) => this.#world.sandbox.control.advanceClock(seconds));
  }

  #declare(slot: Slot, values: Values): void {
    if (slot.isNew === true && this.#world.dialect !== "2026-09") return;
    for (const needed of slot.needs) if (!this.#declared.has(needed)) this.#declare(slotOf(needed), {});
    this.#declared.set(slot.name, values);
  }

  #undeclare(name: string): void {
    this.#declared.delete(name);
    for (const { name: other, needs } of SLOTS) if (needs.includes(name)) this.#undeclare(other);
  }

  #outside(slot: Slot, what: string): void {
    const entry = this.#state.get(slot.name);
    if (entry === undefined) return;
    const id = lastPartOf(entry.id);
    const isThere = slot.isThere ?? (({ sandbox }) => rowIn(sandbox.control.snapshot(), slot, id));
    if (isThere(this.#world, id)) slot.outside[what]?.(this.#world, id);
  }

  /** Runs an action under trouble. A killed process sends nothing after the request that it was killed in. */
  async #under(trouble: Trouble | undefined, action: (run: EngineRun) => Promise<void>): Promise<void> {
    const { control } = this.#world.sandbox;
    if (trouble !== undefined) control.addFault(trouble.fault);
    const time = this.#newTime();
    const going = action(this.#start(time));
    if (trouble?.kills === true) await Promise.race([going, this.#hit(going, time)]);
    else await going;
    control.clearFaults();
  }

  /** Kills the process when the fault holds a request. If it's a create, the service might carry it out. */
  async #hit(going: Promise<void>, time: MortalTime): Promise<void> {
    const over = { is: false };
    void going.finally(() => (over.is = true));
    const { control } = this.#world.sandbox;
    const isHeld = (): boolean => control.faults().some(({ hits }) => hits > 0);
    while (!over.is && !isHeld()) await new Promise((resolve) => setTimeout(resolve, 2));
    // Leaves the service time to apply the request, in case the fault holds only the response.
    if (!over.is) await new Promise((resolve) => setTimeout(resolve, 10));
    time.kill();
    for (const { name } of SLOTS) if (this.#declared.has(name) && !this.#state.has(name)) this.#lost.add(name);
  }

  /** One run of the whole program: first the declared objects in order, then the removed ones in reverse order. */
  async #up(run: EngineRun): Promise<Map<string, unknown>> {
    this.#world.settleIn(this.#world.organizationId);
    const failures = new Map<string, unknown>();
    for (const slot of SLOTS) {
      const values = this.#declared.get(slot.name);
      if (values === undefined || slot.needs.some((needed) => failures.has(needed))) continue;
      const program = this.#programOf(slot, values);
      const error = await program.up(run);
      this.#keep(slot.name, program);
      if (error === undefined) this.#lost.delete(slot.name);
      else this.#fail(failures, slot.name, error);
    }
    for (const slot of [...SLOTS].reverse()) {
      if (this.#declared.has(slot.name) || !this.#state.has(slot.name)) continue;
      const program = this.#programOf(slot, undefined);
      const error = await program.destroy(run);
      this.#keep(slot.name, program);
      if (error !== undefined) failures.set(slot.name, error);
    }
    return failures;
  }

  #fail(failures: Map<string, unknown>, name: string, error: unknown): void {
    failures.set(name, error);
    if (!this.#state.has(name)) this.#lost.add(name);
  }

  async #refresh(run: EngineRun): Promise<Map<string, unknown>> {
    const failures = new Map<string, unknown>();
    for (const slot of SLOTS) {
      if (!this.#state.has(slot.name)) continue;
      const program = this.#programOf(slot, undefined);
      const error = await program.refresh(run);
      this.#keep(slot.name, program);
      if (error !== undefined) failures.set(slot.name, error);
    }
    return failures;
  }

  #programOf(slot: Slot, values: Values | undefined): Program {
    const declared = values === undefined ? {} : slot.inputs(this.#seeded(), values);
    return new Program(this.#engine, slot.resource, declared, this.#state.get(slot.name));
  }

  #keep(name: string, { entry }: Program): void {
    if (entry === undefined) this.#state.delete(name);
    else this.#state.set(name, entry);
  }

  #seeded(): Seeded {
    return {
      organizationId: this.#world.organizationId,
      isNewest: this.#world.dialect === "2026-09",
      output: (slot, name) => String(this.#state.get(slot)?.state[name]),
    };
  }

  /**
   * What a person does between two runs: publishes DNS records, repairs proxies, and adopts the objects in refusals.
   */
  #follow(failures: ReadonlyMap<string, unknown>): void {
    const { control } = this.#world.sandbox;
    for (const { id, status } of control.call("GET", "proxy-records") as Values[]) {
      if (status !== "deleting" && status !== "valid")
        control.call("PATCH", `proxy-records/${String(id)}`, { status: "valid" });
    }
    for (const { domain, verification_challenge: challenge } of control.domains()) {
      control.setDns(`_posthog-challenge.${String(domain)}`, [String(challenge)]);
    }
    for (const [slot, error] of failures) {
      const adopt = /set `adopt: "(?<id>[^"]+)"`/u.exec(String(error))?.groups?.["id"];
      if (adopt !== undefined) this.#declared.set(slot, { ...this.#declared.get(slot), adopt });
    }
  }

  async #changing(run: EngineRun): Promise<string[]> {
    const changing: string[] = [];
    for (const [name, values] of this.#declared) {
      const slot = slotOf(name);
      const entry = this.#state.get(name);
      if (entry === undefined) {
        changing.push(`${name} would be made`);
        continue;
      }
      const { inputs } = await run.check(slot.resource, entry.inputs, slot.inputs(this.#seeded(), values));
      const { changes } = await run.diff(slot.resource, entry, inputs);
      if (changes) changing.push(`${name} would be changed`);
    }
    return changing;
  }

  async #changedByReading(run: EngineRun): Promise<string[]> {
    const before = new Map(this.#state);
    const failures = await this.#refresh(run);
    const gone = [...before.keys()].filter((name) => !this.#state.has(name)).map((name) => `${name} would be dropped`);
    const failed = [...failures.keys()].map((name) => `${name} could not be read`);
    return [...gone, ...failed, ...(await this.#changing(run)).map((change) => `${change} after a refresh`)];
  }

  #account(): Pick<Ending, "strays" | "strangers"> {
    const rows = rowsOf(this.#world);
    const owned = new Map<string, string>(
      [...this.#state].flatMap(([name, entry]) => {
        const { row } = slotOf(name);
        if (row === undefined || row.isThere?.(entry.state) === false) return [];
        return [[`${row.table} ${(row.key?.ofId ?? lastPartOf)(entry.id)}`, name] as const];
      }),
    );
    const missing = [...owned].filter(([key]) => !rows.has(key)).map(([key, name]) => `${name} is missing: ${key}`);
    const lost = new Set([...this.#lost].filter((name) => !this.#state.has(name)));
    const extra = [...rows].filter(([key]) => !owned.has(key) && !this.#strangers.has(key));
    const unexplained = extra.filter(([key, row]) => {
      const slot = SLOTS.find(
        (one) => lost.has(one.name) && one.row !== undefined && key.startsWith(one.row.table) && one.row.isNamed(row),
      );
      if (slot !== undefined) lost.delete(slot.name);
      return slot === undefined;
    });
    const isStranger = ([key]: readonly [string, Values]): boolean => this.#strangers.has(key);
    return {
      strays: [...missing, ...unexplained.map(([key, row]) => `nobody's: ${key} ${JSON.stringify(row)}`)],
      strangers: { before: [...this.#strangers], after: [...rows].filter(isStranger) },
    };
  }
}

/**
 * The project that the service creates with every organization, and the function that it creates with every project.
 */
const MADE_BY_THE_SERVICE: readonly unknown[] = ["Default project", "GeoIP"];

const TABLES = [...new Set(SLOTS.flatMap(({ row }) => row?.table ?? []))];

/** The table with the slot's object, or with the object that the slot configures. */
function tableOf({ row, needs: [owner] }: Slot): string {
  return row?.table ?? (owner === undefined ? "" : tableOf(slotOf(owner)));
}

/** Every row of the tables that contain objects of slots, by table and ID. */
function rowsOf({ sandbox }: World): Map<string, Values> {
  const { tables } = sandbox.control.snapshot();
  return new Map(
    TABLES.flatMap((table) => {
      const all = (tables[table] ?? []) as readonly Values[];
      // A deleted export keeps its row because of its runs, and a deleted function is only marked as deleted.
      const isGone = (row: Values): boolean => row["is_deleted"] === true || row["deleted"] === true;
      const rows = all.filter((row) => !MADE_BY_THE_SERVICE.includes(row["name"]) && !isGone(row));
      const { key } = SLOTS.find(({ row }) => row?.table === table)?.row ?? {};
      return rows.map((row) => [`${table} ${key?.ofRow(row) ?? String(row["id"])}`, row] as const);
    }),
  );
}

/** The last part of an ID: the service's own ID, or an email address. */
function lastPartOf(id: string): string {
  return id.split("/").at(-1) ?? "";
}

/** Whether there is a row of the object, or of the domain that the slot configures. */
function rowIn({ tables }: Snapshot, slot: Slot, id: string): boolean {
  return (tables[tableOf(slot)] ?? []).some((one) => (one as Values)["id"] === id);
}
