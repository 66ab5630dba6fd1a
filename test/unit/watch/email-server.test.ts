import { describe, expect, test } from "@jest/globals";

import { refusalWords } from "../../../packages/watch/src/channels/email-refusal.ts";
import { keepRefused, refusedOf } from "../../../packages/watch/src/channels/email-refused.ts";
import { safeServer, serverSecrets } from "../../../packages/watch/src/channels/email-server.ts";
import { ChannelError } from "../../../packages/watch/src/channels/secret-text.ts";
import { checkSecrets } from "../../../packages/watch/src/channels/send-message.ts";
import { SqliteStore, watchFileOf } from "../../../packages/watch/src/index.ts";

describe("why a server refused an email", () => {
  test.each<readonly [error: unknown, words: string]>([
    [{ code: "EAUTH", responseCode: 535, response: "535 no ann" }, "it refused the login (status 535)"],
    [{ code: "ENOAUTH", responseCode: 530, response: "530 log in" }, "it wants a login (status 530)"],
    [{ code: "ETLS", response: "" }, "the connection can't be encrypted"],
    [{ code: "ETIMEDOUT", responseCode: "soon" }, "it took too long"],
    [{ code: "ESOCKET", originalCode: "ECONNREFUSED" }, "ECONNREFUSED"],
    [{ code: "ESOCKET" }, "ESOCKET"],
    [{ code: "EMESSAGE", responseCode: 554, response: "" }, "EMESSAGE (status 554)"],
    [{ responseCode: 554 }, "it refused it (status 554)"],
    [{ code: 7, response: ["no"] }, "it refused it"],
    [
      { code: "EENVELOPE", responseCode: 550, response: " 550 no\r\n ann, ann or annabel " },
      'it answered "550 no [secret], [secret] or [secret]"',
    ],
    ["ESOCKET", "it refused it"],
    [null, "it refused it"],
    [undefined, "it refused it"],
  ])("%j is told as %j", (error, words) => {
    expect(refusalWords(error, ["annabel", "ann"])).toBe(words);
  });

  test("is cut after 200 characters of the server's answer", () => {
    const words = (length: number) => refusalWords({ response: "x".repeat(length) }, []);
    expect([200, 201].map(words)).toEqual(
      [200, 201].map((length) => `it answered "${"x".repeat(200)}${length > 200 ? " …" : ""}"`),
    );
  });
});

test("the last hundred messages that a server refused for some are remembered, each with its latest addresses", async () => {
  const store = new SqliteStore(":memory:");
  for (let at = 0; at <= 100; at += 1) await keepRefused(`m${at}`, [`a${at}@acme.example`], store);
  await keepRefused("m1", ["b@acme.example"], store);
  await keepRefused("m2", [], store);
  const kept = await Promise.all(["m0", "m1", "m2", "m3", "m100"].map((id) => refusedOf(id, store)));
  expect(kept).toEqual([undefined, ["b@acme.example"], undefined, ["a3@acme.example"], ["a100@acme.example"]]);
  expect(JSON.parse((await store.kept("email refused")) ?? "")).toHaveLength(99);
  await store.close();
});

describe("the URL of a mail server", () => {
  test.each([
    ["smtps://user:p%40ss@host:465", "10000", "true"],
    ["smtp://user:word@host", "10000", "true"],
    ["smtp://user@host", "10000", "true"],
    ["smtp://:word@host", "10000", "true"],
    ["smtp://host", "10000", null],
    ["smtp://user:word@127.0.0.1", "10000", null],
    ["smtp://user:word@localhost.example", "10000", "true"],
    ["smtp://user:word@my-localhost", "10000", "true"],
    ["smtp://host/?connectionTimeout=5&pool=true", "5", null],
    ["smtp://user:word@localhost", "10000", null],
    ["smtp://user:word@127.10.200.33", "10000", null],
    ["smtp://user:word@[::1]", "10000", null],
    ["smtp://user:word@host/?ignoreTLS=true", "10000", null],
  ])("%s has limits and encryption, unless it sets its own", (url, connectionTimeout, requireTls) => {
    const { searchParams, username, password, host } = new URL(safeServer(url));
    const { username: user, password: word, host: name } = new URL(url);
    expect([username, password, host]).toEqual([user, word, name]);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      connectionTimeout,
      dnsTimeout: "10000",
      greetingTimeout: "10000",
      socketTimeout: "20000",
    });
    expect(searchParams.get("requireTLS")).toBe(requireTls);
  });

  test.each(["secure", "requireTLS", "ignoreTLS", "opportunisticTLS"])("keeps its own choice of %s", (name) => {
    const { searchParams } = new URL(safeServer(`smtp://user:word@host/?${name}=false`));
    expect([searchParams.get(name), searchParams.get("requireTLS")]).toEqual([
      "false",
      name === "requireTLS" ? "false" : null,
    ]);
  });

  test.each(["logger", "debug", "transactionLog"])("loses %s, which prints what is said", (name) => {
    const { searchParams } = new URL(safeServer(`smtp://user:word@host/?${name}=true&pool=true`));
    expect([searchParams.has(name), searchParams.get("pool")]).toEqual([false, "true"]);
  });

  test.each(["host:25", "no URL", "https://host", "xsmtp://host", "smtpsx://host", "smtp://ann:pa#ss/w@host"])(
    "%s is refused at the start",
    (url) => {
      const mail = "{ type: email, server: { environment: SMTP }, from: orgform@acme.example, to: [bo@acme.example] }";
      const channel = watchFileOf("w.yaml", `channels:\n  mail: ${mail}\n`).channels["mail"]!;
      expect(() => checkSecrets(channel, { SMTP: url })).toThrow(
        new ChannelError(
          "the URL of the server isn't of the form smtps://user:password@host. Percent-encode characters such as / and # of the password",
        ),
      );
      for (const good of ["smtp", "smtps"]) checkSecrets(channel, { SMTP: `${good}://ann:word@host` });
    },
  );

  test("has a login that is recognized in each form, the longest first", () => {
    expect(serverSecrets("smtp://ann:%C3%BC%2Fb@host")).toEqual([
      "AGFubgDDvC9i",
      "%C3%BC%2Fb",
      "w7wvYg==",
      "YW5u",
      "Ã¼/b",
      "ann",
      "ü/b",
    ]);
    expect(serverSecrets("smtp://host")).toEqual([]);
    expect(serverSecrets("smtp://:100%25%@host")).toContain("100%25%");
  });
});
