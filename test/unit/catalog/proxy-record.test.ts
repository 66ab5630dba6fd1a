import { describe, expect, test } from "@jest/globals";

import type { ProxyRecordWire } from "../../../src/client/proxy-records.ts";
import { proxyRecord } from "../../../src/catalog/resources/proxy-record/proxy-record.ts";
import { validationWait } from "../../../src/catalog/resources/proxy-record/proxy-record-validation.ts";
import { plainName } from "../../../src/catalog/resources/proxy-record/proxy-record-wire.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import { hookOf, listHookOf } from "../../../src/model/hook-of.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { printed } from "../../../src/model/messages.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { failureOf } from "../../support/fake-resources.ts";
import { apiError, lostAnswer, notFound } from "../../support/fake-service.ts";

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

test("only one final dot and the capitals of a name make no difference", () => {
  expect(["E.Example.", "e.example..", ".e.example", "É.example"].map(plainName)).toEqual([
    "e.example",
    "e.example.",
    ".e.example",
    "é.example",
  ]);
});

test("a record that timed out says how to begin again, and a waiting one what to publish", () => {
  const never = validationWait.whyNever?.({ ...wire, status: "timed_out" });
  expect(printed(never ?? "")).toBe(
    "The service gave up looking for a CNAME record from e.acme.example to 22d57be4ab6dba2810cb.proxy.example. " +
      "Publish it, then delete and create the proxy record again. On services since September 2026, you can also retry it with `retryProxyRecord` or in their settings.",
  );
  const facts = (status: string) => validationWait.facts?.({ ...wire, status });
  expect(facts("waiting")).toEqual([
    "Publish this CNAME record, its name, then its target:",
    "e.acme.example",
    "22d57be4ab6dba2810cb.proxy.example",
  ]);
  expect(facts("issuing")).toEqual([]);
});

describe("the service's diagnosis of a proxy", () => {
  const dns = (name: string) => ({ name, type: "CNAME", value: "x.example", further: 1 });
  const lines = async (summary: object, checks: readonly object[]) => {
    const asked: unknown[] = [];
    const diagnose = (...words: readonly unknown[]) =>
      Promise.resolve(void asked.push(words.slice(0, 2))).then(() => ({ summary, checks }));
    const api = { proxyRecords: { diagnose } } as never; // -- all that it asks
    const told = await validationWait.diagnose?.(api, { organizationId: "o1", recordId: "r1" }, {});
    expect(asked).toEqual([["o1", "r1"]]);
    return told;
  };

  test("names each failed check with its remedy, and a remedy only once", async () => {
    const failed = { name: "DNS |é", status: "failed" };
    expect(
      await lines({ status: "fail", next_action: "Publish it." }, [
        { name: "Plan", status: "passed", detail: "fine" },
        { ...failed, detail: 'No "CNAME".', remediation: { summary: "Publish it.", records: [dns("a"), dns("b")] } },
        { ...failed, detail: null, remediation: { summary: "Wait.", records: null } },
        { ...failed, detail: "" },
        { name: "Other", status: "warned", detail: "slow" },
      ]),
    ).toEqual([
      'The service\'s own diagnosis is "fail": Publish it.',
      '- DNS |é failed: No "CNAME". Record: a CNAME x.example, b CNAME x.example',
      "- DNS |é failed: Wait.",
      "- DNS |é failed:",
    ]);
  });

  test.each([null, undefined, ""])("has no next step if the service names none: %j", async (next_action) => {
    const told = await lines({ status: "healthy", next_action }, [
      { name: "A", status: "failed", detail: "no", remediation: { summary: null } },
    ]);
    expect(told).toEqual(['The service\'s own diagnosis is "healthy".', "- A failed: no"]);
  });
});

describe("a new proxy record", () => {
  const [guard] = (proxyRecord as AnyResource).guards ?? [];

  /** A service with these records and that many allowed, and the refusals of creates one after the other. */
  async function refusals(domains: readonly string[], quota: number | undefined, creates: readonly Values[]) {
    const facts = new Map<string, unknown>();
    const call = {
      all: () => Promise.resolve(domains.map((domain) => ({ ...wire, domain }))),
      once: async (name: string, read: () => unknown) => {
        if (!facts.has(name)) facts.set(name, await read());
        return facts.get(name);
      },
    };
    const api = { proxyRecords: { quota: (organizationId: string) => (organizationId === "o1" ? quota : 0) } };
    const texts: string[] = [];
    for (const given of creates) {
      const inputs = { organizationId: "o1", ...given };
      const text = await guard?.refuse(
        { verb: "create", inputs, state: undefined },
        undefined,
        () => ({ api, call }) as never,
      ); // -- as above
      texts.push(text === undefined ? "" : printed(text));
    }
    return texts;
  }

  test("counts with those that are there and those that the same run makes", async () => {
    const FULL = "The plan of the organization allows 2 proxy records, and there are ";
    const END = "\nDelete one of them, or choose a plan with more.";
    const [a, b, c] = ["a.example", "B.example.", "c.example"].map((domain) => ({ domain }));
    expect(await refusals(["x.example"], 2, [a!, a!, b!, c!])).toEqual([
      "",
      "",
      `${FULL}1: x.example. This program also creates a.example.${END}`,
      `${FULL}1: x.example. This program also creates a.example.${END}`,
    ]);
    expect(await refusals(["x.example", "y.example"], 2, [a!])).toEqual([`${FULL}2: x.example, y.example.${END}`]);
    expect(await refusals([], 2, [a!, b!, c!])).toEqual([
      "",
      "",
      `${FULL}0: . This program also creates a.example, b.example.${END}`,
    ]);
  });

  test("is left to the service if it exists, is adopted, isn't known yet, or nobody knows the plan", async () => {
    const full = ["x.example", "y.example"];
    expect(await refusals(full, 2, [{ domain: "X.example." }])).toEqual([""]);
    expect(await refusals(full, 2, [{ domain: "a.example", adopt: "x" }])).toEqual([""]);
    expect(await refusals(full, 2, [{ domain: UNKNOWN }])).toEqual([""]);
    expect(await refusals(full, undefined, [{ domain: "a.example" }])).toEqual([""]);
  });

  test("may be taken by another organization if the service breaks", () => {
    const { whyPerhapsTaken } = hookOf(proxyRecord as AnyResource, "adoption") ?? {};
    const why = (error: unknown) => whyPerhapsTaken?.(error);
    expect(why(apiError({ category: "unavailable", status: 500 }))).toBe(
      "The service responds like this if another organization has it, and also if something is wrong with the service. Run again later. If the error persists, choose another one, or remove it there.",
    );
    for (const error of [apiError({ category: "unavailable", status: 503 }), lostAnswer(), { status: 500 }])
      expect(why(error)).toBeUndefined();
  });
});

test("a service has no target for the root if its records or its organization lack what came with it", () => {
  const hook = hookOf(proxyRecord as AnyResource, "unsupportedInputs");
  const rows = [wire, { ...wire, root_redirect_url: null }];
  expect(rows.map((row) => hook?.isUnsupported(row, "rootRedirectUrl"))).toEqual([true, false]);
  const homes = [{}, { members_can_see_org_members: null }];
  expect(homes.map((home) => hook?.isUnsupportedBelow?.(home, "rootRedirectUrl"))).toEqual([true, false]);
});

test("a record that no list shows is asked for, and a broken answer proves nothing", async () => {
  const ask = async (answer: unknown) => {
    const asked: unknown[] = [];
    const get = (...words: readonly unknown[]) => {
      asked.push(words.slice(0, 2));
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    };
    const at = { organizationId: "o1", recordId: "r1" };
    const found = await listHookOf(proxyRecord as AnyResource, "emptyList")?.ask?.(
      { proxyRecords: { get } },
      at,
      {} as never,
    ); // -- as above
    expect(asked).toEqual([["o1", "r1"]]);
    return found;
  };
  expect(await ask(wire)).toEqual({ wire });
  expect(await ask(notFound())).toEqual({ wire: undefined });
  expect(await ask(apiError({ category: "unavailable", status: 500 }))).toBeUndefined();
  for (const error of [apiError({ category: "permission", status: 403 }), lostAnswer()])
    expect(await failureOf(ask(error))).toBe(error);
});
