import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";

import { connectionOptions, temporalPlace, withoutTemporal } from "../../../packages/fleet/src/temporal/connection.ts";

const folder = mkdtempSync(join(tmpdir(), "orgform-place-"));
const file = join(folder, "grün.pem");
beforeAll(() => writeFileSync(file, "of a file"));
afterAll(() => rmSync(folder, { recursive: true }));

/** What kind of connection variables ask for; buffers as texts. */
function tlsWith(variables: Readonly<Record<string, string>>): unknown {
  const { tls } = temporalPlace({}, variables);
  const text = JSON.stringify(tls, (_name, value: unknown) =>
    typeof value === "object" && value !== null && "type" in value && value.type === "Buffer" && "data" in value
      ? Buffer.from(value.data as number[]).toString() // -- as Buffer writes itself
      : value,
  );
  return JSON.parse(text);
}

describe("a server of Temporal", () => {
  test.each([
    ["nothing", {}, {}, "127.0.0.1:7233", "default"],
    ["variables", {}, { TEMPORAL_ADDRESS: "a:1", TEMPORAL_NAMESPACE: "n" }, "a:1", "n"],
    ["flags", { address: "f:2", namespace: "m" }, {}, "f:2", "m"],
    [
      "flags before variables",
      { address: "f:2", namespace: "m" },
      { TEMPORAL_ADDRESS: "a:1", TEMPORAL_NAMESPACE: "n" },
      "f:2",
      "m",
    ],
  ])("is found by %s", (_what, flags, variables, address, namespace) => {
    expect(temporalPlace(flags, variables)).toMatchObject({ address, namespace, tls: false });
  });

  test("gets a key that nothing prints, over TLS unless the variables say otherwise", () => {
    const place = temporalPlace({}, { TEMPORAL_API_KEY: "canary" });
    expect(connectionOptions(place)).toEqual({ address: "127.0.0.1:7233", tls: true, apiKey: "canary" });
    expect(JSON.stringify(place)).not.toContain("canary");
    expect(Object.keys(connectionOptions(temporalPlace({}, {})))).toEqual(["address", "tls"]);
    const open = temporalPlace({}, { TEMPORAL_API_KEY: "canary", TEMPORAL_TLS: "false" });
    expect(connectionOptions(open).tls).toBe(false);
  });

  test.each([
    ["1", true],
    ["true", true],
    ["TRUE", true],
    ["0", false],
    ["false", false],
    ["10", false],
    ["", false],
  ])("takes TLS at the value %j: %j", (value, expected) => {
    expect(tlsWith({ TEMPORAL_TLS: value })).toBe(expected);
  });

  const [CA, CRT, KEY] = ["TEMPORAL_TLS_SERVER_CA_CERT", "TEMPORAL_TLS_CLIENT_CERT", "TEMPORAL_TLS_CLIENT_KEY"];

  test.each([
    ["DATA", "of a variable", "of a variable"],
    ["PATH", file, "of a file"],
  ])("takes what it proves itself with from variables that end with %s", (end, value, text) => {
    const of = (name: string) => ({ [`${name}_${end}`]: value });
    expect(tlsWith(of(CA))).toEqual({ serverRootCACertificate: text });
    expect(tlsWith({ ...of(CRT), ...of(KEY) })).toEqual({ clientCertPair: { crt: text, key: text } });
    expect(tlsWith({ ...of(CA), ...of(CRT), ...of(KEY), TEMPORAL_TLS_SERVER_NAME: "s" })).toEqual({
      serverRootCACertificate: text,
      clientCertPair: { crt: text, key: text },
      serverNameOverride: "s",
    });
    // Half of a pair proves nothing.
    expect(tlsWith(of(CRT))).toBe(false);
    expect(tlsWith({ ...of(KEY), TEMPORAL_TLS: "1" })).toBe(true);
  });

  test("is told what a file says rather than a variable", () => {
    const both = { [`${CA}_PATH`]: file, [`${CA}_DATA`]: "of a variable" };
    expect(tlsWith(both)).toEqual({ serverRootCACertificate: "of a file" });
    expect(() => tlsWith({ [`${CA}_PATH`]: join(folder, "none") })).toThrow("ENOENT");
  });
});

test("engines get every variable but those of Temporal", () => {
  const variables = { TEMPORAL_API_KEY: "canary", TEMPORAL_: "x", MY_TEMPORAL_KEY: "y", PATH: "/bin", EMPTY: "" };
  expect(withoutTemporal(variables)).toEqual({ MY_TEMPORAL_KEY: "y", PATH: "/bin", EMPTY: "" });
});
