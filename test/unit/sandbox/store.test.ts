import { describe, expect, test } from "@jest/globals";
import type { DataFile } from "../../../src/sandbox/store/data-file.ts";
import { Store } from "../../../src/sandbox/store/store.ts";
import type { DomainRow } from "../../../src/sandbox/store/rows.ts";

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

  test("leaves no trace when the file cannot be written, so that memory never runs ahead of it", () => {
    const file: DataFile = {
      read: () => ({}),
      write: () => {
        throw new Error("disk full");
      },
      replaceAll: () => undefined,
      close: () => undefined,
    };
    const store = new Store(file);
    expect(() => store.transaction(() => store.tables.domains.put(domain("a")))).toThrow("disk full");
    expect(names(store)).toEqual([]);
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
