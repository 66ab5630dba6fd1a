import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { Store } from "../../../packages/sandbox/src/store/store.ts";
import type { DomainRow } from "../../../packages/sandbox/src/store/rows.ts";

const domain = (id: string, name = id): DomainRow => ({
  id,
  organization: "o",
  domain: name,
  verified_at: null,
  verification_challenge: "c",
  jit_provisioning_enabled: false,
  sso_enforcement: "",
  saml_entity_id: null,
  saml_acs_url: null,
  saml_x509_cert: null,
});

const names = (store: Store): string[] => store.tables.domains.all().map((row) => row.domain);

describe("sandboxOnly: the store", () => {
  test("leaves no trace of a transaction that throws", () => {
    const store = new Store();
    store.transaction(() => store.tables.domains.put(domain("a")));
    expect(() =>
      store.transaction(() => {
        store.tables.domains.put(domain("a", "changed"));
        store.tables.domains.put(domain("b"));
        throw new Error("stop");
      }),
    ).toThrow("stop");
    expect(names(store)).toEqual(["a"]);
  });

  test("reads rows of earlier snapshots with what they lack", () => {
    const store = new Store();
    const early = { id: "1", number: 1, uuid: "u", organization: "o", name: "Website", api_token: "phc_x" };
    store.restore({ version: 2, tables: { projects: [early], organizations: [{ id: "o" }] } });
    expect(store.tables.projects.get("1")).toMatchObject({ name: "Website", settings: {}, intents: [] });
    expect(store.tables.projects.where({ organization: "o" })).toMatchObject([{ ingested_event: false }]);
    expect(store.tables.organizations.get("o")).toMatchObject({ project_limit: null });
  });

  test("remembers a count until something changes, and no count of what was undone", () => {
    const store = new Store();
    const count = (): number => store.tables.domains.count({ organization: "o" });
    expect([count(), count()]).toEqual([0, 0]);
    store.transaction(() => store.tables.domains.put(domain("a")));
    expect(count()).toBe(1);
    expect(() =>
      store.transaction(() => {
        store.tables.domains.put(domain("b"));
        expect(count()).toBe(2);
        throw new Error("stop");
      }),
    ).toThrow("stop");
    expect(count()).toBe(1);
    expect(store.beforeLastWrite(count)).toBe(0);
    expect(count()).toBe(1);
    store.transaction(() => store.tables.domains.delete("a"));
    expect(count()).toBe(0);
  });

  test("goes back to a snapshot, whatever changed since, was undone, or was read as it had been", () => {
    const store = new Store();
    const write = (...rows: DomainRow[]): void =>
      store.transaction(() => rows.forEach((row) => store.tables.domains.put(row)));
    write(domain("a"));
    const one = store.snapshot();
    write(domain("b"), domain("a", "changed"));
    const two = store.snapshot();
    const old = store.beforeLastWrite(() => store.snapshot());
    const undone = (): void =>
      store.transaction(() => {
        store.tables.domains.delete("a");
        throw new Error("stop");
      });
    const cases = [
      [old, ["a"]],
      [two, ["changed", "b"]],
      [one, ["a"]],
    ] as const;
    for (const [first, namesOfFirst] of cases) {
      for (const [second, namesOfSecond] of cases) {
        store.restore(first);
        expect(names(store)).toEqual(namesOfFirst);
        expect(undone).toThrow("stop");
        store.restore(second);
        expect(names(store)).toEqual(namesOfSecond);
      }
    }
  });

  test("leaves a table alone that holds the rows of the snapshot already", () => {
    const store = new Store();
    const changes = (): number[] => [store.tables.domains.changes, store.tables.organizations.changes];
    store.transaction(() => store.tables.domains.put(domain("a")));
    const snapshot = store.snapshot();
    const before = changes();
    store.restore(snapshot);
    expect(changes()).toEqual(before);
    store.transaction(() => store.tables.domains.put(domain("b")));
    store.restore(snapshot);
    const [domains = 0, organizations] = changes();
    expect(organizations).toBe(before[1]);
    expect(domains).toBeGreaterThan(before[0] ?? 0);
    store.restore(snapshot);
    expect(changes()).toEqual([domains, organizations]);
    expect(store.snapshot().tables["domains"]).toBe(snapshot.tables["domains"]);
  });

  test("gives a snapshot that nobody can change, and takes one with other rows", () => {
    const store = new Store();
    store.transaction(() => store.tables.domains.put(domain("a")));
    const { version, tables } = store.snapshot();
    expect(() => tables["domains"]?.pop()).toThrow(TypeError);
    expect(() => Object.assign(tables["domains"]?.[0] ?? {}, { domain: "b" })).toThrow(TypeError);
    store.restore({ version, tables: { ...tables, domains: [domain("c"), ...(tables["domains"] ?? [])] } });
    expect(names(store)).toEqual(["c", "a"]);
    const own = [domain("d")];
    store.restore({ version, tables: { domains: own } });
    own.push(domain("e"));
    store.restore({ version, tables: { domains: own } });
    expect(names(store)).toEqual(["d", "e"]);
    store.restore({ version, tables: {} });
    expect(names(store)).toEqual([]);
  });

  test("reads a joined result again after a change of either table", () => {
    const store = new Store();
    const count = (): number =>
      store.database.count("SELECT count(*) FROM t_domains AS d JOIN t_singletons AS s ON s.id = d.id");
    store.transaction(() => store.tables.domains.put(domain("a")));
    expect(count()).toBe(0);
    store.transaction(() => store.tables.singletons.put({ id: "a", value: 1 }));
    expect(count()).toBe(1);
    store.transaction(() => store.tables.domains.delete("a"));
    expect(count()).toBe(0);
  });

  test("keeps a finished transaction in the file and nothing of one that throws", () => {
    const folder = mkdtempSync(join(tmpdir(), "orgform-store-"));
    const path = join(folder, "state.db");
    const first = new Store(path);
    first.transaction(() => first.tables.domains.put(domain("a")));
    expect(() =>
      first.transaction(() => {
        first.tables.domains.put(domain("b"));
        throw new Error("stop");
      }),
    ).toThrow("stop");
    first.close();
    const second = new Store(path);
    expect(names(second)).toEqual(["a"]);
    second.close();
    rmSync(folder, { recursive: true });
  });

  test("finds, counts and pages by indexed columns, and refuses any other", () => {
    const store = new Store();
    store.transaction(() => {
      for (const name of ["b", "c", "a"]) store.tables.domains.put(domain(name));
      store.tables.domains.put({ ...domain("z"), organization: "other" });
    });
    const { domains } = store.tables;
    const page = domains.where({ organization: "o" }, { order: '"domain"', limit: 2, offset: 1 });
    expect([page.map((row) => row.id), domains.count({ organization: "o" })]).toEqual([["b", "c"], 3]);
    expect(domains.one({ domain: "z" })?.organization).toBe("other");
    expect(() => domains.one({ sso_enforcement: "" })).toThrow("no indexed column sso_enforcement");
  });

  test("empties what lies within an organization", () => {
    const store = new Store();
    store.transaction(() => {
      store.tables.domains.put(domain("a"));
      store.tables.domains.put({ ...domain("b"), organization: "other" });
      store.deleteWithin("organization", "o");
    });
    expect(names(store)).toEqual(["b"]);
  });

  test("refuses a change outside a transaction", () => {
    expect(() => new Store().tables.domains.put(domain("a"))).toThrow("change of domains outside a transaction");
  });

  test("looks back before the last write and returns, keeping the order", () => {
    const store = new Store();
    for (const id of ["a", "b", "c"]) store.transaction(() => store.tables.domains.put(domain(id)));
    store.transaction(() => store.tables.domains.delete("b"));
    expect(store.beforeLastWrite(() => names(store).toSorted())).toEqual(["a", "b", "c"]);
    expect(names(store)).toEqual(["a", "c"]);
  });

  test("looks back before all changes of the last write, also of a row that it changed twice", () => {
    const store = new Store();
    store.transaction(() => store.tables.domains.put(domain("a", "first")));
    store.transaction(() => {
      for (const name of ["second", "third"]) store.tables.domains.put(domain("a", name));
      store.tables.domains.put(domain("b"));
      store.tables.domains.delete("b");
    });
    expect([store.beforeLastWrite(() => names(store)), names(store)]).toEqual([["first"], ["third"]]);
  });

  test("does not take reads and accounts for writes when it looks back", () => {
    const store = new Store();
    store.transaction(() => store.tables.domains.put(domain("a")));
    store.transaction(() => store.tables.media.put({ id: "m" }));
    store.transaction(() => store.tables.domains.put(domain("a", "read")), false);
    expect(store.beforeLastWrite(() => names(store))).toEqual([]);
  });
});
