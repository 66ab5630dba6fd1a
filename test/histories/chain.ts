import * as fc from "fast-check";

import { FINGERPRINTS } from "../../src/model/definition.ts";
import { isRecord, sameValue, type Values } from "../../src/model/json-value.ts";
import type { MakeStack, Shown, Stack } from "../support/chain-stacks.ts";
import { type Fixture, judged } from "../support/conformance-table.ts";
import { writesDuring } from "../support/request-record.ts";

/** One step in the life of an object. Each step begins with what the previous one left in the engine. */
export type Link =
  /** Applies the full inputs, with one of the row's changes if there is a `change`, which selects it. */
  | { readonly kind: "apply"; readonly change: number | undefined }
  | { readonly kind: "refresh" | "edit outside" | "import" | "destroy" }
  /** Somebody else deletes the object. The engine notices in a refresh, or when it deletes the object itself. */
  | { readonly kind: "delete outside"; readonly metBy: "refresh" | "destroy" };

const change = fc.integer({ min: 0, max: 40 });
const refresh = fc.constant<Link>({ kind: "refresh" });
const apply = fc.option(change, { nil: undefined }).map((one): Link => ({ kind: "apply", change: one }));
const changed = change.map((one): Link => ({ kind: "apply", change: one }));
const gone = fc
  .constantFrom("refresh" as const, "destroy" as const)
  .map((metBy): Link => ({ kind: "delete outside", metBy }));
const fixed = (kind: "edit outside" | "import" | "destroy"): fc.Arbitrary<Link> => fc.constant<Link>({ kind });

/**
 * Chains with every kind of step, in any order. A few of them find as much as many chains of independent steps.
 *
 * @param further - the most steps besides one of each kind
 */
function chains(further: number): fc.Arbitrary<Link[]> {
  const each = [refresh, refresh, fixed("edit outside"), refresh, apply, changed, fixed("import"), apply];
  const ends = fc.oneof({ weight: 2, arbitrary: fixed("destroy") }, { weight: 1, arbitrary: gone });
  const any = fc.oneof(refresh, apply, changed, fixed("edit outside"), fixed("import"), ends);
  return fc
    .tuple(fc.tuple(...each), fc.array(any, { maxLength: further }), fc.integer(), ends)
    .chain(([one, more, _seed, end]) =>
      fc
        .shuffledSubarray([...one, ...more], { minLength: one.length + more.length })
        .map((links): Link[] => [
          { kind: "apply", change: undefined },
          ...links,
          end,
          { kind: "apply", change: undefined },
        ]),
    );
}

/** What the model expects from the next steps. */
interface Object_ {
  readonly id: string;
  /** The state after each declaration. An import clears these, since the state then has the service's spelling. */
  readonly shown: Map<string, Shown>;
  /** What the service holds after each declaration. This stays the same for as long as the object lives. */
  readonly held: Map<string, Values>;
  /** The name of the change that was applied last. */
  applied: string;
  /** An outside change, and whether the engine knows about it. */
  edit: "none" | "unseen" | "seen";
  /** Whether it was imported by its ID, without the values that no service shows. */
  isImported: boolean;
  /** Whether an import left open which secret of a block the service has: the rest of the block is written without it. */
  isOpen: boolean;
}

const FULL = "full inputs";

/** A time that the service sets on its own. */
const NOTED = "last_paused_at";

/** A resource with an object that no program can bring back: a person who left. */
const GOES_FOR_GOOD = "Member";

/** Plays a chain, and checks the result of each step. */
class Chain {
  readonly #fixture: Fixture;
  readonly #stack: Stack;
  #object: Object_ | undefined;
  /** Whether somebody deleted the object. If its parent was deleted with it, no program can create it again. */
  #mayBeOver = false;
  #isOver = false;

  constructor(fixture: Fixture, stack: Stack) {
    this.#fixture = fixture;
    this.#stack = stack;
  }

  async take(link: Link): Promise<void> {
    if (this.#isOver) return;
    if (link.kind === "apply") return this.#apply(link.change);
    if (this.#object === undefined) return;
    switch (link.kind) {
      case "refresh":
        return this.#refresh(this.#object);
      case "import":
        return this.#import(this.#object);
      case "edit outside":
        return this.#edit(this.#object);
      case "delete outside":
        return this.#deleteOutside(this.#object, link.metBy);
      case "destroy":
        return this.#destroy();
    }
  }

  /** The last steps of every chain: applies the declaration, and checks that nothing is left to do. */
  async finish(): Promise<void> {
    await this.take({ kind: "apply", change: undefined });
    if (this.#object === undefined) return;
    await this.#refresh(this.#object);
    await this.#apply(undefined);
  }

  async #apply(number: number | undefined): Promise<void> {
    const [name, declared] = this.#declaration(number);
    const object = this.#object;
    if (object === undefined) return this.#create();
    // Somebody may have made the same change, which the engine learns from a refresh or before it writes.
    const isMade = object.edit !== "none" && name === this.#fixture.row.edit?.field;
    const isDue = name !== object.applied || object.edit === "seen";
    let isChanged = false;
    const writes = await this.#writesOf(async () => void (isChanged = await this.#stack.apply(declared)));
    if ((!object.isImported || isDue) && !isMade)
      hold(`the plan of ${name} shows what is to be done`, isChanged, isDue);
    if (!isChanged) hold("a plan without a change writes nothing", writes, []);
    const sends = this.#sends(name) || object.edit !== "none";
    if (isDue && sends && !isMade) hold("a change is written", writes.length > 0, true);
    if (isChanged || isMade) this.#applied(object, name, writes.length > 0 || isMade);
  }

  /** @param isSure - whether an outside change that no engine knows about is overwritten */
  #applied(object: Object_, name: string, isSure: boolean): void {
    // What ended with the last declaration comes back as another one.
    const { ends = [] } = this.#changes()[object.applied] ?? {};
    if (name !== object.applied && ends.some((one) => this.#fixture.row.toldOnce?.includes(one) === true)) {
      object.shown.clear();
      object.held.clear();
    }
    Object.assign(object, { applied: name, isImported: false });
    // After an import, an apply may only note what the service doesn't show.
    if (object.edit === "unseen" && !isSure) return;
    object.edit = "none";
    this.#expectKnown(object, name);
  }

  async #create(): Promise<void> {
    const { row, world, full } = this.#fixture;
    try {
      await this.#writesOf(async () => void (await this.#stack.apply(full)));
    } catch (error) {
      if (!this.#mayBeOver) throw error;
      this.#isOver = true;
      return;
    }
    this.#mayBeOver = false;
    const { id = "" } = this.#stack.shown ?? {};
    if (row.ripen !== undefined) {
      row.ripen(world, id);
      await this.#stack.refresh();
      await this.#stack.apply(full);
    }
    this.#object = {
      id,
      shown: new Map(),
      held: new Map(),
      applied: FULL,
      edit: "none",
      isImported: false,
      isOpen: false,
    };
    this.#expectKnown(this.#object, FULL);
  }

  async #refresh(object: Object_): Promise<void> {
    const before = this.#shown();
    hold("a refresh writes nothing", await this.#writesOf(() => this.#stack.refresh()), []);
    const after = this.#shown();
    // The first refresh after an import takes the declared secret of a block into the state.
    const isNoting = object.isImported && object.isOpen;
    if (object.edit !== "unseen")
      return isNoting ? undefined : hold("a refresh finds nothing where nobody changed anything", after, before);
    hold("an object keeps its ID", after.id, object.id);
    const { field = "" } = this.#fixture.row.edit ?? {};
    hold(`a refresh tells a change of ${field}`, differing(before, after).includes(field), true);
    object.edit = "seen";
  }

  async #import(object: Object_): Promise<void> {
    hold("an import writes nothing", await this.#writesOf(() => this.#stack.import()), []);
    hold("an object keeps its ID", this.#shown().id, object.id);
    object.isImported = true;
    object.shown.clear();
    const { row, dialect } = this.#fixture;
    // A one-time secret is renewed. Other secrets that a program declares count as current ones, and of hidden files
    // nobody knows which ones are no longer wanted.
    const unknown = [row.toldOnce, row.notImported, row.hidden?.[dialect]].flatMap((names) => names ?? []);
    if (unknown.length > 0) object.held.clear();
    object.isOpen ||= unknown.some((name) => name.includes("."));
    if (object.edit === "unseen") object.edit = "seen";
  }

  #edit(object: Object_): void {
    const { row, world } = this.#fixture;
    if (row.edit === undefined || object.edit !== "none" || object.applied === row.edit.field) return;
    row.edit.apply(world, object.id);
    object.edit = "unseen";
  }

  async #deleteOutside(object: Object_, metBy: "refresh" | "destroy"): Promise<void> {
    const { row, world } = this.#fixture;
    row.remove(world, object.id);
    const writes = await this.#writesOf(() => this.#stack[metBy]().catch(this.#refreshAfter.bind(this)));
    if (metBy === "refresh") hold("a refresh writes nothing", writes, []);
    hold("what somebody deleted is in state no more", this.#stack.shown ?? "gone", "gone");
    this.#object = undefined;
    this.#mayBeOver = true;
  }

  async #destroy(): Promise<void> {
    const { row, world, full } = this.#fixture;
    await this.#writesOf(() => this.#stack.destroy()).catch((error: unknown) => this.#destroyAfter(error));
    hold("a deletion leaves no object", row.count(world, full), row.countAfterDelete);
    this.#object = undefined;
    this.#isOver = row.resource === GOES_FOR_GOOD;
  }

  /**
   * The last change can prevent the deletion, such as by making a person an owner, so the full inputs are applied
   * first.
   */
  async #destroyAfter(refusal: unknown): Promise<void> {
    if (!isRefusal(refusal)) throw refusal;
    await this.#stack.refresh();
    await this.#stack.apply(this.#fixture.full);
    await this.#stack.destroy();
  }

  /** The state can prevent a deletion, as after an import. A refresh finds that there is nothing left to delete. */
  #refreshAfter(refusal: unknown): Promise<void> {
    if (!isRefusal(refusal)) throw refusal;
    return this.#stack.refresh();
  }

  /** The writes of a step. Fails if any of them is repeated. */
  async #writesOf(step: () => Promise<void>): Promise<string[]> {
    const writes = await writesDuring(step);
    hold("nothing is sent twice", writes, [...new Set(writes)]);
    return writes;
  }

  #expectKnown(object: Object_, name: string): void {
    const { row, world, full } = this.#fixture;
    const shown = this.#shown();
    hold("an object keeps its ID", shown.id, object.id);
    const { [NOTED]: _noted, ...held } = this.#fixture.look(shown) ?? {};
    hold(`state shows after ${name} what it showed before`, shown, object.shown.get(name) ?? shown);
    object.shown.set(name, shown);
    if (!object.isOpen) {
      hold(`the service holds after ${name} what it held before`, held, object.held.get(name) ?? held);
      object.held.set(name, held);
    }
    if (name === FULL) hold("there is one object", row.count(world, full), 1);
  }

  #shown(): Shown {
    const { id = "", state = {} } = this.#stack.shown ?? {};
    return { id, state: judged(state) };
  }

  /**
   * The full inputs, possibly with a change that can be undone. Removing a person can't: no program brings a person
   * back.
   */
  #declaration(number: number | undefined): readonly [name: string, declared: Values] {
    const { full } = this.#fixture;
    const names = Object.entries(this.#changes()).flatMap(([name, { writes }]) =>
      writes?.includes("DELETE") === true ? [] : [name],
    );
    const name = number === undefined ? undefined : names[number % names.length];
    return name === undefined ? [FULL, full] : [name, { ...full, [name]: this.#changes()[name]?.to }];
  }

  /** Whether the change with this name sends anything to the service. */
  #sends(name: string): boolean {
    return this.#changes()[name]?.writes?.length !== 0;
  }

  #changes() {
    return this.#fixture.row.changes(this.#fixture.seeded);
  }
}

const isRefusal = (error: unknown): boolean => /Refused to delete/u.test(String(error));

/** A rule that a chain broke. */
class BrokenRule extends Error {}

/** @throws BrokenRule if the found value isn't what the rule requires */
function hold(rule: string, found: unknown, expected: unknown): void {
  if (plain(found) === plain(expected)) return;
  throw new BrokenRule(`${rule}\nexpected: ${plain(expected)}\nfound:    ${plain(found)}`);
}

/** A string that is the same for equal values. */
function plain(value: unknown): string {
  const inOrder = (_name: string, one: unknown): unknown =>
    isRecord(one) ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1))) : one;
  return JSON.stringify(value, inOrder);
}

/** Names of the values that differ between two states. */
function differing({ state: before }: Shown, { state: after }: Shown): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => name !== FINGERPRINTS && !sameValue(before[name], after[name]));
}

/** Plays random chains of one resource with an engine. */
export async function playChains(
  fixture: Fixture,
  makeStack: MakeStack,
  further: number,
  parameters: fc.Parameters<[Link[]]>,
): Promise<fc.RunDetails<[Link[]]>> {
  const { world, definition } = fixture;
  const { control } = world.sandbox;
  const beginning = control.snapshot();
  const live = async (links: Link[]): Promise<void> => {
    control.restore(beginning);
    world.loseRecords();
    const chain = new Chain(fixture, makeStack({ world, definition }));
    for (const link of links) await chain.take(link);
    await chain.finish();
  };
  const details = await fc.check(fc.asyncProperty(chains(further), live), parameters);
  control.restore(beginning);
  return details;
}
