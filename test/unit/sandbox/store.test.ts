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

  test("does not take reads and accounts for writes when it looks back", () => {
    const store = new Store();
    store.transaction(() => store.tables.domains.put(domain("a")));
    store.transaction(() => store.tables.media.put({ id: "m" }));
    store.transaction(() => store.tables.domains.put(domain("a", "read")), false);
    expect(store.beforeLastWrite(() => names(store))).toEqual([]);
  });
});
