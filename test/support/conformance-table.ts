import { afterAll, beforeAll, beforeEach, describe } from "@jest/globals";

import { isFingerprintOf } from "../../src/driver/driver.ts";
import { type AnyResource, FINGERPRINTS } from "../../src/model/definition.ts";
import { stepsOf } from "../../src/model/field-path.ts";
import { hasParent, withSeparateSecrets, splitValues } from "../../src/model/parts.ts";
import { valueAt } from "../../src/model/unknown.ts";
import { writeOnlyInputs } from "../../src/model/write-only.ts";
import type { Values } from "../../src/model/json-value.ts";
import { resources } from "../../src/catalog/resources/index.ts";
import type { Dialect, Snapshot } from "../../packages/sandbox/src/index.ts";
import type { Engine, EngineRun, Entry } from "./engine-under-test.ts";
import type { Row } from "./conformance-row.ts";
import { type Cell, cellsOf, type Extent } from "./conformance-cells.ts";
import { LONG_TIMEOUT } from "./scenario-faults.ts";
import type { ProcessTime } from "./scenario-clock.ts";
import { startWorld, type World } from "./scenario-world.ts";

/** One cell of the table: a resource under an engine against a dialect, fresh for every test. */
export interface Fixture {
  readonly row: Row;
  readonly engine: Engine;
  readonly dialect: Dialect;
  readonly definition: AnyResource;
  readonly world: World;
  /** The result of the row's `setUp`. */
  readonly seeded: Values;
  readonly minimal: Values;
  readonly full: Values;
  /** Sets up again, so the last write is one of the setup: a restored state knows of no write. */
  setUpJustNow(): Promise<void>;
  /** Brings the full object to the stage at which nothing waits: played once, and put back for the tests after the first. */
  settle(): Promise<Settled>;
  /** A new provider process. A slow machine causes no timeout unless the test sets one. */
  start(config?: Readonly<Record<string, string>>, time?: ProcessTime): EngineRun;
  /** The object of an entry in the service, without derived fields. */
  look(entry: Entry): Values | undefined;
}

/** A service and its records right after {@link Fixture.settle}. */
interface Stage {
  readonly settled: Settled;
  readonly service: Snapshot;
  readonly records: string;
}

/** An object that was brought to a stage at which nothing waits, and its checked inputs. */
export interface Settled {
  readonly entry: Entry;
  readonly inputs: Values;
}

/**
 * Describes tests for the cells of the table. In a run in full, these are every resource under every engine in every
 * dialect. `only` omits rows without such a case, and `extent` limits a shorter run.
 */
export function describeRows(
  body: (fixture: Fixture) => void,
  only: (row: Row, engine: Engine, dialect: Dialect) => boolean = () => true,
  extent: Extent = {},
): void {
  describeCells(cellsOf(only, extent), body);
}

/** Describes tests for these cells. */
export function describeCells(cells: readonly Cell[], body: (fixture: Fixture) => void): void {
  for (const { row, engine, dialect } of cells) {
    const what = row.variant === undefined ? row.resource : `${row.resource} (${row.variant})`;
    describe(`${what}, ${engine.name}, ${dialect}`, () => {
      body(fixtureOf(row, engine, dialect));
    });
  }
}

/** The service of a cell, which is set up and settled once and put back for every further test. */
class Ground {
  world!: World;
  seeded: Values = {};
  readonly #row: Row;
  #empty!: Snapshot;
  #start!: { readonly service: Snapshot; readonly seeded: Values };
  #stage: Stage | undefined;

  constructor(row: Row) {
    this.#row = row;
  }

  async open(dialect: Dialect): Promise<void> {
    this.world = await startWorld(dialect, this.#row.definition);
    this.#empty = this.world.sandbox.control.snapshot();
    const seeded = await this.#row.setUp(this.world);
    this.#start = { service: this.world.sandbox.control.snapshot(), seeded };
  }

  putBack(): void {
    const { control } = this.world.sandbox;
    control.clearFaults();
    control.restore(this.#start.service);
    this.world.loseRecords();
    this.seeded = this.#start.seeded;
    control.clearRequests();
  }

  async setUpJustNow(): Promise<void> {
    this.world.sandbox.control.restore(this.#empty);
    this.seeded = await this.#row.setUp(this.world);
  }

  async settle(play: () => Promise<Settled>): Promise<Settled> {
    const { control } = this.world.sandbox;
    if (this.#stage === undefined) {
      const settled = await play();
      this.#stage = { settled, service: control.snapshot(), records: this.world.keepRecords() };
    } else {
      control.restore(this.#stage.service);
      this.world.recallRecords(this.#stage.records);
    }
    return this.#stage.settled;
  }
}

/** Registers the hooks that start the sandbox and set it up once, and put it back before every test. */
function fixtureOf(row: Row, engine: Engine, dialect: Dialect): Fixture {
  const ground = new Ground(row);
  beforeAll(() => ground.open(dialect));
  beforeEach(() => ground.putBack());
  afterAll(() => ground.world.sandbox.close());
  const fixture: Fixture = {
    row,
    engine,
    dialect,
    definition: row.definition ?? definitionOf(row.resource),
    get world() {
      return ground.world;
    },
    get seeded() {
      return ground.seeded;
    },
    get minimal() {
      return row.minimal(ground.seeded);
    },
    get full() {
      return row.full(ground.seeded);
    },
    setUpJustNow: () => ground.setUpJustNow(),
    settle: () => ground.settle(() => settledJustNow(fixture)),
    start: (config, time) => ground.world.start(engine, { ...LONG_TIMEOUT, ...config }, time),
    look: ({ id }) => withoutDerived(row, row.look(ground.world, id)),
  };
  return fixture;
}

/**
 * Creates the full object, lets its awaited events happen, and updates it once if something was awaited: for a read
 * that gets a response from before the last write, which a restored state doesn't know.
 */
export async function settledJustNow(fixture: Fixture): Promise<Settled> {
  const { entry, inputs } = await created(fixture, fixture.full);
  if (fixture.row.ripen === undefined) return { entry, inputs };
  fixture.row.ripen(fixture.world, entry.id);
  return { entry: await fixture.start().update(fixture.row.resource, entry, inputs), inputs };
}

/** The definition of that name. */
export function definitionOf(name: string): AnyResource {
  const definition = resources.find((one) => one.name === name);
  if (definition === undefined) throw new Error(`There is no resource ${name}.`);
  return definition;
}

/** The verdict on the hash of a value in the state. */
const FITS = "is of the value";

/** A state with a verdict instead of each hash: its salt is new every time. */
export function judged(state: Values): Values {
  const made = state[FINGERPRINTS] as Values | undefined;
  if (made === undefined) return state;
  const storedAt = (name: string): unknown => valueAt(state, stepsOf(name));
  const verdicts = Object.entries(made).map(([name, text]) => {
    const isOfIt = storedAt(name) !== undefined && isFingerprintOf(storedAt(name), text) === true;
    return [name, isOfIt ? FITS : text] as const;
  });
  return { ...state, [FINGERPRINTS]: Object.fromEntries(verdicts) };
}

/** The state with the required verdicts: "none" represents a value that was never given. */
export function fitting(definition: AnyResource, state: Values): Values {
  const parts = withSeparateSecrets(definition);
  const values = splitValues(definition, state);
  const names = writeOnlyInputs(parts).filter((name) => hasParent(parts, name, values));
  if (names.length === 0) return state;
  const verdicts = names.map((name) => [name, values[name] === undefined ? "none" : FITS]);
  return { ...state, [FINGERPRINTS]: Object.fromEntries(verdicts) as Values };
}

/** The checked form of inputs; fails when check finds a problem. */
export async function checked(run: EngineRun, row: Row, inputs: Values, before?: Values): Promise<Values> {
  const { inputs: filled, problems } = await run.check(row.resource, before, inputs);
  if (problems.length > 0) throw new Error(`check of ${row.resource} found: ${problems.join("; ")}`);
  return filled;
}

/** Creates from inputs in a process of its own. */
export async function created(fixture: Fixture, declared: Values): Promise<Settled> {
  const run = fixture.start();
  const inputs = await checked(run, fixture.row, declared);
  return { entry: await run.create(fixture.row.resource, inputs), inputs };
}

/**
 * The full object in a form in which nothing is awaited. Call it before a test does anything else: earlier effects
 * would be restored, too.
 */
export function settled(fixture: Fixture): Promise<Settled> {
  return fixture.settle();
}

function withoutDerived(row: Row, object: Values | undefined): Values | undefined {
  if (object === undefined) return undefined;
  return Object.fromEntries(Object.entries(object).filter(([name]) => !row.derived.includes(name)));
}
