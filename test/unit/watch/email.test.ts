import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";

import { safeServer, serverSecrets } from "../../../packages/watch/src/channels/email-server.ts";
import { checkSecrets } from "../../../packages/watch/src/channels/send-message.ts";
import { type Finding, SqliteStore, watchFileOf, watchOnce } from "../../../packages/watch/src/index.ts";
import { MailServer } from "../../support/mail-server.ts";
import { StillWatchClock } from "../../support/watch-clock.ts";

const PASSWORD = "Canary/of the mail";
const LOGIN = `ann:${encodeURIComponent(PASSWORD)}`;

const finding: Finding = {
  type: "finding",
  kind: "missing",
  severity: "error",
  resource: "Domain",
  id: "o/1",
  name: "acme.example\r\nBcc: eve@evil.example",
};

const fileFor = (to: string): string =>
  `channels:\n  mail: { type: email, server: { environment: SMTP }, from: orgform@acme.example, to: [${to}] }\n`;

describe("an email", () => {
  let store: SqliteStore;
  let clock: StillWatchClock;
  let server: MailServer;
  let said: string[];
  beforeEach(async () => {
    store = new SqliteStore(":memory:");
    clock = new StillWatchClock();
    server = await MailServer.start();
    said = [];
  });
  afterEach(async () => {
    await server.close();
    await store.close();
  });

  /** A look an hour later. @returns whether every message was accepted */
  const look = async (url = server.url(LOGIN), to = "bo@acme.example", findings = [finding]): Promise<boolean> => {
    clock.move(3_600_000);
    const isAccepted = await watchOnce({
      watched: [{ name: "acme", labels: {}, look: () => Promise.resolve({ findings, gaps: [] }) }],
      file: watchFileOf("w.yaml", fileFor(to)),
      store,
      clock,
      environment: { SMTP: url },
      signal: new AbortController().signal,
      parallel: 1,
      say: (line) => said.push(line),
      onLook: () => undefined,
    });
    // What an operator reads, and what the history keeps.
    const told = JSON.stringify([said, await store.troubled()]);
    if (/Canary|Q2FuYXJ5/u.test(told)) throw new Error(`The password is in ${told}`);
    return isAccepted;
  };
  const problem = async (): Promise<string | undefined> => (await store.troubled())[0]?.problem;
  const idOf = (text: string | undefined): string | undefined => /^Message-ID: (.+)$/mu.exec(text ?? "")?.[1];

  test("is sent encrypted and with a login, and a name of others adds no header", async () => {
    expect(await look(server.url(LOGIN), "bo@acme.example, Cy <cy@acme.example>")).toBe(true);
    expect(server.received).toEqual([
      {
        from: "orgform@acme.example",
        to: ["bo@acme.example", "cy@acme.example"],
        user: "ann",
        isEncrypted: true,
        text: expect.stringMatching(/^Subject: acme: 1 new\r\n/mu),
      },
    ]);
    expect(server.received[0]?.text).not.toMatch(/^Bcc:/mu);
    expect(server.shown).toEqual([PASSWORD]);
  });

  test.each([
    ["whose certificate nobody has signed", true, {}, "DEPTH_ZERO_SELF_SIGNED_CERT"],
    ["without encryption", false, { requireTLS: "true" }, "the connection can't be encrypted"],
  ])("shows a server %s no password", async (_title, hasEncryption, options, why) => {
    await server.close();
    server = await MailServer.start({ hasEncryption });
    expect(await look(server.url(LOGIN, options))).toBe(false);
    expect(server.shown).toEqual([]);
    expect(await problem()).toContain(`the server didn't accept the email: ${why}`);
  });

  test("tells that a login was refused, without what the server repeats of it", async () => {
    server.refuseLogin = (user, word) => ({ status: 535, words: `${user} ${Buffer.from(word).toString("base64")}` });
    expect(await look()).toBe(false);
    expect(await problem()).toBe("the server didn't accept the email: it refused the login (status 535)");
  });

  test.each([
    ["for now", 451, "4.7.1 Greylisted"],
    ["for good", 550, "5.1.1 No such user"],
  ])("that was refused %s is tried again under the same ID, and the reason is told", async (_title, status, words) => {
    const login = Buffer.from(`\0ann\0${PASSWORD}`).toString("base64");
    server.refuseMail = () => ({ status, words: `${words}, ${PASSWORD} ${login}\u202E ${"x".repeat(300)}` });
    expect(await look()).toBe(false);
    expect(await problem()).toMatch(
      new RegExp(`it answered "${status} ${words}, \\[secret\\] \\[secret\\]\uFFFD x{100,170} …"$`, "u"),
    );
    expect(said).toEqual([expect.stringContaining(`will be sent again: the server didn't accept the email: it`)]);
    const [waiting] = await store.due(clock.nowMs() + 3_600_000, 5);
    server.refuseMail = () => undefined;
    expect(await look()).toBe(true);
    expect(idOf(server.received[0]?.text)).toContain(`<${waiting?.message.id}@`);
  });

  test("that the server took without an answer comes again under the same ID", async () => {
    server.isCutOff = true;
    expect(await look()).toBe(false);
    server.isCutOff = false;
    expect(await look()).toBe(true);
    const ids = server.received.map(({ text }) => idOf(text));
    expect(ids).toEqual([expect.stringContaining("@"), ids[0]]);
  });

  test("that some recipients got goes only to the others", async () => {
    const to = "Bo <bo@acme.example>, cy@acme.example, di@acme.example";
    server.refuseRecipient = (address) =>
      address.startsWith("bo@") ? undefined : { status: 450, words: "4.2.2 Mailbox full" };
    expect(await look(server.url(LOGIN), to)).toBe(false);
    expect(await problem()).toBe(
      'the server accepted the email, but not for cy@acme.example, di@acme.example: it answered "450 4.2.2 Mailbox full"',
    );
    server.refuseRecipient = () => undefined;
    // Somebody who left the file meanwhile gets nothing, even if an address is like theirs.
    const alike = "Ludi <ludi@acme.example>, di@acme.example.org";
    expect(await look(server.url(LOGIN), `Bo <bo@acme.example>, Cy <CY@acme.example>, ${alike}`)).toBe(true);
    expect(server.received.map((mail) => mail.to)).toEqual([["bo@acme.example"], ["cy@acme.example"]]);
    expect(await store.kept("email refused")).toBe("[]");
  });

  test("prints no conversation, whatever the URL asks for", async () => {
    const printed = [jest.spyOn(process.stdout, "write"), jest.spyOn(console, "log"), jest.spyOn(console, "info")];
    const options = { logger: "true", debug: "true", transactionLog: "true", "tls.rejectUnauthorized": "false" };
    expect(await look(server.url(LOGIN, options))).toBe(true);
    expect(printed.map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0]);
    jest.restoreAllMocks();
  });

  test("without nodemailer says what to install", async () => {
    jest.doMock("nodemailer", () => {
      throw new Error("Cannot find module 'nodemailer'");
    });
    expect(await look()).toBe(false);
    expect(await problem()).toContain("run `npm install nodemailer`");
    jest.dontMock("nodemailer");
  });
});

describe("the URL of a mail server", () => {
  test.each([
    ["smtps://user:p%40ss@host:465", "10000", "true"],
    ["smtp://user:word@host", "10000", "true"],
    ["smtp://host/?connectionTimeout=5&pool=true", "5", null],
    ["smtp://user:word@localhost", "10000", null],
    ["smtp://user:word@[::1]", "10000", null],
    ["smtp://user:word@host/?ignoreTLS=true", "10000", null],
  ])("%s has limits and encryption, unless it sets its own", (url, connectionTimeout, requireTls) => {
    const { searchParams, username, password, host } = new URL(safeServer(url));
    const { username: user, password: word, host: name } = new URL(url);
    expect([username, password, host]).toEqual([user, word, name]);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      connectionTimeout,
      greetingTimeout: "10000",
      socketTimeout: "20000",
    });
    expect(searchParams.get("requireTLS")).toBe(requireTls);
  });

  test.each(["host:25", "no URL", "https://host", "smtp://ann:pa#ss/w@host"])("%s is refused at the start", (url) => {
    const { channels } = watchFileOf("w.yaml", fileFor("bo@acme.example"));
    for (const channel of Object.values(channels)) {
      expect(() => checkSecrets(channel, { SMTP: url })).toThrow(
        "the URL of the server isn't of the form smtps://user:password@host",
      );
      expect(() => checkSecrets(channel, { SMTP: "smtp://ann:word@host" })).not.toThrow();
    }
  });

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
