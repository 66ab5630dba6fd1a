import { expect, test } from "@jest/globals";

import type { ProxyRecordWire } from "../../../src/client/proxy-records.ts";
import { proxyRecord } from "../../../src/catalog/resources/proxy-record/proxy-record.ts";
import { validationWait } from "../../../src/catalog/resources/proxy-record/proxy-record-validation.ts";

const wire: ProxyRecordWire = {
  id: "01912345-89ab-7cde-8f01-23456789abcd",
  domain: "e.acme.example",
  target_cname: "22d57be4ab6dba2810cb.proxy.example",
  status: "waiting",
  message: null,
  created_at: "2026-11-20T22:30:38.200045Z",
  updated_at: "2026-11-20T22:30:38.200056Z",
  created_by: 1,
};

test("a name is sent in small letters and without a final dot, and found in any spelling", () => {
  expect(proxyRecord.toWire({ domain: "E.Acme.Example." })).toEqual({ domain: "e.acme.example" });
  const { naturalKey } = proxyRecord;
  const spelt = (domain: string) =>
    naturalKey?.matches({ ...wire, domain }, { organizationId: "o1", domain: wire.domain });
  expect(["e.acme.example", "E.ACME.example", "e.acme.example.", "f.acme.example"].map(spelt)).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect([wire.id, "E.acme.example.", "acme.example"].map((text) => naturalKey?.isNamed(wire, text))).toEqual([
    true,
    true,
    false,
  ]);
});

test("a record is valid with a warning, too; one that timed out will never be", () => {
  const states = ["waiting", "issuing", "valid", "warning", "erroring", "timed_out", "new state"];
  const of = (judge: (record: ProxyRecordWire) => boolean | undefined): string[] =>
    states.filter((status) => judge({ ...wire, status }));
  expect(of((record) => validationWait.isDone(record))).toEqual(["valid", "warning"]);
  expect(of((record) => validationWait.whyNever?.(record) !== undefined)).toEqual(["timed_out"]);
});

test("what is awaited names what a person can do, and what the service says", () => {
  const awaited = (change: Partial<ProxyRecordWire>) => validationWait.describe({ ...wire, ...change });
  expect([
    awaited({}),
    awaited({ message: "A proxied record was found." }),
    awaited({ status: "issuing", message: "" }),
    awaited({ status: "erroring", message: "No certificate." }),
  ]).toEqual([
    "a CNAME record from e.acme.example to 22d57be4ab6dba2810cb.proxy.example",
    'a CNAME record from e.acme.example to 22d57be4ab6dba2810cb.proxy.example (the service says "A proxied record was found.")',
    "the certificate of e.acme.example",
    'the proxy of e.acme.example to become valid, which is "erroring" (the service says "No certificate.")',
  ]);
});
