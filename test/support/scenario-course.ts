import type { Values } from "../../src/model/json-value.ts";
import type { FaultSpec } from "../../packages/sandbox/src/index.ts";
import type { ReadEntry } from "./engine-under-test.ts";
import type { Fixture } from "./conformance-table.ts";
import { Program, type StateEntry } from "./scenario-program.ts";
import { VERIFIED_AT } from "./scenario-world.ts";

/** One thing that happens to a domain and its program. */
export type Step =
  | { readonly kind: "declare"; readonly values: Values }
  | { readonly kind: "run"; readonly fault: FaultSpec | undefined }
  | { readonly kind: "refresh"; readonly fault: FaultSpec | undefined }
  | { readonly kind: "edit"; readonly patch: Values }
  | { readonly kind: "verify" | "delete" };

/** The situation after a sequence and an undisturbed run. */
export interface Ending {
  /** The errors of the last refresh and the last run; undefined is success. */
  readonly failures: readonly unknown[];
  readonly entry: StateEntry;
  readonly read: ReadEntry | undefined;
  /** The declaration, as check fills it in. */
  readonly inputs: Values;
  readonly plan: { readonly changes: boolean; readonly replaces: readonly string[] };
  /** Ids of all objects of the declared name. */
  readonly objects: readonly string[];
}

/** A domain and its program on their way through a sequence. */
export class Course {
  readonly #fixture: Fixture;
  #program: Program;
  #declared: Values;

  constructor(fixture: Fixture) {
    this.#fixture = fixture;
    this.#declared = fixture.minimal;
    this.#program = new Program(fixture.engine, fixture.row.resource, fixture.minimal);
  }

  async take(step: Step): Promise<void> {
    const { control } = this.#fixture.world.sandbox;
    switch (step.kind) {
      case "declare":
        return this.#declare({ ...this.#fixture.minimal, ...step.values });
      case "run":
        return this.#under(step.fault, () => this.#program.up(this.#fixture.start()));
      case "refresh":
        return this.#under(step.fault, () => this.#program.refresh(this.#fixture.start()));
      case "edit":
        for (const { id } of this.#objects()) control.updateDomain(String(id), step.patch);
        return;
      case "verify":
        for (const { id } of this.#objects()) control.updateDomain(String(id), { verified_at: VERIFIED_AT });
        return;
      case "delete":
        for (const { id } of this.#objects()) control.deleteDomain(String(id));
    }
  }

  /** A refresh and a run without faults; if the run is refused, another one adopts the object that the refusal names. */
  async finish(): Promise<Ending> {
    const { row } = this.#fixture;
    const refresh = await this.#program.refresh(this.#fixture.start());
    const refused = await this.#program.up(this.#fixture.start());
    const adopt = /set `adopt: "(?<id>[^"]+)"`/u.exec(String(refused))?.groups?.["id"];
    if (adopt !== undefined) this.#declare({ ...this.#declared, adopt });
    const error = adopt === undefined ? refused : await this.#program.up(this.#fixture.start());
    const run = this.#fixture.start();
    const known = this.#program.entry ?? { id: "", state: {}, inputs: {}, isIncomplete: true };
    const read = await run.read(row.resource, known);
    const { inputs } = await run.check(row.resource, read?.inputs, this.#declared);
    const plan = await run.diff(row.resource, read ?? known, inputs);
    const { organizationId } = this.#fixture.world;
    const objects = this.#objects().map(({ id }) => `${organizationId}/${String(id)}`);
    return { failures: [refresh, error], entry: known, read, inputs: without(inputs, "adopt"), plan, objects };
  }

  async #under(spec: FaultSpec | undefined, action: () => Promise<unknown>): Promise<void> {
    const { control } = this.#fixture.world.sandbox;
    if (spec !== undefined) control.addFault(spec);
    await action();
    control.clearFaults();
  }

  /** Changes the program's declaration. The state stays. */
  #declare(declared: Values): void {
    this.#declared = declared;
    this.#program = new Program(this.#fixture.engine, this.#fixture.row.resource, declared, this.#program.entry);
  }

  #objects(): Values[] {
    const { domain } = this.#fixture.minimal;
    return this.#fixture.world.sandbox.control.domains().filter((one) => one["domain"] === domain);
  }
}

function without(values: Values, name: string): Values {
  return Object.fromEntries(Object.entries(values).filter(([key]) => key !== name));
}
