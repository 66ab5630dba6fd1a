import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { StoredObject } from "./state-files.ts";
import { terraformState } from "./state-files.ts";
import type { World } from "./scenario-world.ts";

/** A role of the service, by its ID, as the code declares it or as it is. */
type Roles = Map<string, string>;

/** What a look has to tell: `event kind resource id field quiet`, sorted. */
export type Told = readonly string[];

/** A stable state of an organization of which copies with other names and IDs are made. */
export interface Shapes {
  readonly organization: StoredObject;
  readonly role: StoredObject;
}

/** The differences between the code and the service: for each subject what differs. */
type Differences = ReadonlyMap<string, string>;

/**
 * One organization of the week: what its code declares, what the service has, and what that makes a watcher tell. It knows nothing
 * of how a watcher compares looks.
 */
export class WatchedOrganization {
  readonly name: string;
  readonly id: string;
  /** What the looks have to tell, in order. */
  readonly told: Told[] = [];
  readonly #world: World;
  readonly #shapes: Shapes;
  readonly #file: string;
  readonly #declared: { name: string; readonly roles: Roles };
  readonly #live: { name: string; readonly roles: Roles };
  #serial = 1;
  #names = 0;
  #isHidden = false;

  constructor(
    world: World,
    shapes: Shapes,
    { name, id, roles, states }: { name: string; id: string; roles: ReadonlyMap<string, string>; states: string },
  ) {
    this.#world = world;
    this.#shapes = shapes;
    this.name = name;
    this.id = id;
    this.#file = join(states, name);
    this.#declared = { name, roles: new Map(roles) };
    this.#live = { name, roles: new Map(roles) };
    this.#writeState();
  }

  /** Subjects that are open. */
  get open(): string[] {
    return [...this.#differences().keys()].toSorted();
  }

  /** Number of objects that are declared, and gone from the service. */
  get missing(): number {
    return this.open.filter((subject) => subject.startsWith("missing ")).length;
  }

  /** Does something that changes what is to be told, or an update that is to stay quiet. @param chance - from 0 to 1 */
  async change(chance: () => number): Promise<void> {
    const possible = this.#possible();
    await possible[Math.floor(chance() * possible.length)]?.();
  }

  /** Renames it behind the code's back, or back again: what happens too often. */
  async swap(): Promise<void> {
    await this.#behind(() =>
      this.#rename(this.#live.name === this.#declared.name ? this.#fresh() : this.#declared.name),
    );
  }

  #possible(): (() => Promise<void>)[] {
    if (this.#isHidden) return [() => this.#show()];
    const { roles } = this.#live;
    const ids = [...roles.keys()];
    const [first] = ids;
    const last = ids.at(-1);
    const stray = ids.find((id) => !this.#declared.roles.has(id));
    const always = [
      () => this.swap(),
      () => this.#behind(() => this.#rename(this.#fresh())),
      () => this.#behind(() => this.#addRole()),
      () => this.#update(() => this.#declare(this.#fresh())),
      () => this.#update(() => this.#restore()),
      () => this.#hide(),
    ];
    return [
      ...always,
      ...(first === undefined ? [] : [() => this.#behind(() => this.#renameRole(first, this.#fresh()))]),
      ...(last === undefined ? [] : [() => this.#behind(() => this.#deleteRole(last))]),
      ...(stray === undefined ? [] : [() => this.#update(() => this.#take(stray))]),
    ];
  }

  /** What somebody does who isn't the code. */
  async #behind(act: () => Promise<void> | void): Promise<void> {
    const before = this.#differences();
    await act();
    this.#tell(before, "");
  }

  /** What an update of the stack does: service and state in one turn, as nothing can look between. */
  #update(act: () => void): Promise<void> {
    const before = this.#differences();
    act();
    this.#serial += 1;
    this.#writeState();
    this.#tell(before, " update");
    return Promise.resolve();
  }

  /** A state that can't be read: nothing is told of what is open. */
  #hide(): Promise<void> {
    this.#isHidden = true;
    rmSync(this.#file);
    this.told.push(["unchecked drift"]);
    return Promise.resolve();
  }

  #show(): Promise<void> {
    this.#isHidden = false;
    this.#writeState();
    this.told.push(["checked_again drift"]);
    return Promise.resolve();
  }

  #fresh(): string {
    this.#names += 1;
    return `${this.name} ${this.#names}`;
  }

  #rename(name: string): void {
    this.#world.sandbox.control.updateOrganization(this.id, { name });
    this.#live.name = name;
  }

  #renameRole(id: string, name: string): void {
    this.#world.sandbox.control.call("PATCH", `roles/${id}`, { name });
    this.#live.roles.set(id, name);
  }

  #deleteRole(id: string): void {
    this.#world.sandbox.control.call("DELETE", `roles/${id}`);
    this.#live.roles.delete(id);
  }

  async #addRole(): Promise<void> {
    const name = this.#fresh();
    const { id } = await this.#world.send("POST", `organizations/${this.id}/roles/`, { name });
    this.#live.roles.set(String(id), name);
  }

  #declare(name: string): void {
    this.#rename(name);
    this.#declared.name = name;
  }

  /** Makes the service what the code says; what is gone is no longer declared. */
  #restore(): void {
    this.#rename(this.#declared.name);
    for (const [id, name] of this.#declared.roles) {
      if (this.#live.roles.has(id)) this.#renameRole(id, name);
      else this.#declared.roles.delete(id);
    }
  }

  #take(id: string): void {
    this.#declared.roles.set(id, this.#live.roles.get(id) ?? "");
  }

  #differences(): Differences {
    const found = new Map<string, string>();
    const { name, roles } = this.#live;
    if (name !== this.#declared.name) found.set(`changed Organization ${this.id} name`, name);
    for (const [id, declared] of this.#declared.roles) {
      const live = roles.get(id);
      if (live === undefined) found.set(`missing Role ${this.id}/${id}`, "");
      else if (live !== declared) found.set(`changed Role ${this.id}/${id} name`, live);
    }
    for (const id of roles.keys()) if (!this.#declared.roles.has(id)) found.set(`unmanaged Role ${this.id}/${id}`, "");
    return found;
  }

  #tell(before: Differences, quiet: string): void {
    const after = this.#differences();
    const lines = [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
      const [was, is] = [before.get(key), after.get(key)];
      if (was === is) return [];
      if (was === undefined) return [`appeared ${key}`];
      if (is !== undefined) return [`changed ${key}`];
      const isGone = after.has(key.replace(/^changed (?<what>\S+ \S+) .*$/u, "missing $<what>"));
      return [`resolved ${key}${isGone && key.startsWith("changed") ? " superseded" : quiet}`];
    });
    if (lines.length > 0) this.told.push(lines.toSorted());
  }

  #writeState(): void {
    const { organization, role } = this.#shapes;
    const other = String(organization.entry.state["organizationId"]);
    const objects = [copyOf(organization, [[other, this.id]], this.#declared.name)];
    for (const [id, name] of this.#declared.roles) {
      const ids: [string, string][] = [
        [other, this.id],
        [String(role.entry.state["roleId"]), id],
      ];
      objects.push({ ...copyOf(role, ids, name), name: `role_${id.slice(0, 8)}` });
    }
    const state = { ...(JSON.parse(terraformState(objects)) as object), serial: this.#serial };
    writeFileSync(`${this.#file}.new`, JSON.stringify(state));
    renameSync(`${this.#file}.new`, this.#file);
  }
}

/** An object with other IDs and another name. */
function copyOf(object: StoredObject, ids: readonly (readonly [string, string])[], name: string): StoredObject {
  const text = ids.reduce((whole, [from, to]) => whole.replaceAll(from, to), JSON.stringify(object));
  const copy = JSON.parse(text) as StoredObject;
  const { inputs, entry } = copy;
  return { ...copy, inputs: { ...inputs, name }, entry: { ...entry, state: { ...entry.state, name } } };
}
