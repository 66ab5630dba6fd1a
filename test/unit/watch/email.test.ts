import { hostname } from "node:os";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";

import { safeServer } from "../../../packages/watch/src/channels/email-server.ts";
import { ChannelError } from "../../../packages/watch/src/channels/secret-text.ts";
import { sendMessage } from "../../../packages/watch/src/channels/send-message.ts";
import { type Finding, SqliteStore, watchFileOf, watchOnce } from "../../../packages/watch/src/index.ts";
import { MailServer } from "../../support/mail-server.ts";
import { StillWatchClock } from "../../support/watch-clock.ts";
import { watchEvent } from "../../support/watch-event.ts";

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

  test.each([
    ["of an international domain, which has another form on the wire", "bo@bücher.example", 1],
    ["below an international domain", "bo@mail.bücher.example", 1],
    ["in other letters, beside a name", "Bo <BO@Acme.Example>", 1],
    ["that nobody wants any more", "cy@acme.example", 0],
  ])("to a refused address %s is tried again as long as the file has it", async (_what, address, times) => {
    server.refuseRecipient = (one) =>
      one.startsWith("di@") ? undefined : { status: 450, words: "4.2.2 Mailbox full" };
    const first = times === 0 ? "bo@acme.example" : address;
    expect(await look(server.url(LOGIN), `di@acme.example, ${first}`)).toBe(false);
    server.refuseRecipient = () => undefined;
    expect(await look(server.url(LOGIN), `di@acme.example, ${address}`)).toBe(true);
    expect(server.received.slice(1).map(({ to }) => to.length)).toEqual(times === 0 ? [] : [1]);
  });

  test("has a line for each event, and says how many others there are", async () => {
    const many = Array.from({ length: 22 }, (_, at) => ({ ...finding, id: `o/${at}`, name: `n${at}` }));
    expect(await look(server.url(LOGIN), "bo@acme.example", many)).toBe(true);
    const [, body] = server.received[0]?.text.split("\r\n\r\n") ?? [];
    const lines = many.slice(0, 20).map(({ name }) => `- new: Domain ${name} (error): was deleted`);
    expect(body?.split("\r\n")).toEqual([...lines, "and 2 more", ""]);
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

describe("the package nodemailer", () => {
  let urls: string[];
  let mails: object[];
  let closed: number;
  let store: SqliteStore;
  beforeEach(() => {
    [urls, mails, closed] = [[], [], 0];
    store = new SqliteStore(":memory:");
  });
  afterEach(async () => {
    jest.dontMock("nodemailer");
    jest.resetModules();
    await store.close();
  });

  /** Sends an email with another package in the place of nodemailer. */
  function send(installed: (createTransport: unknown) => unknown, answer: () => Promise<object>): Promise<void> {
    const createTransport = (url: string) => {
      urls.push(url);
      const sendMail = (mail: object) => {
        mails.push(mail);
        return answer();
      };
      return { sendMail, close: () => void (closed += 1) };
    };
    jest.doMock("nodemailer", () => installed(createTransport));
    const { mail } = watchFileOf("w.yaml", fileFor("Bo <bo@acme.example>")).channels;
    return sendMessage({ id: "m", channel: "mail", organization: "acme", events: [watchEvent(finding)] }, mail!, {
      environment: { SMTP: "smtp://ann:word@mail.example" },
      store,
      nowMs: 0,
      signal: new AbortController().signal,
    });
  }

  test.each([
    ["as the default of a module", (createTransport: unknown) => ({ __esModule: true, default: { createTransport } })],
    ["as a module", (createTransport: unknown) => ({ __esModule: true, createTransport })],
    ["as CommonJS", (createTransport: unknown) => ({ createTransport })],
  ])("%s gets a mail that reads neither files nor addresses, and a safe server", async (_what, installed) => {
    await send(installed, () => Promise.resolve({}));
    expect(urls).toEqual([safeServer("smtp://ann:word@mail.example")]);
    expect(mails).toEqual([
      {
        from: "orgform@acme.example",
        to: ["Bo <bo@acme.example>"],
        subject: "acme: 1 new",
        text: expect.stringMatching(/^- new: Domain .*\n$/u),
        messageId: `<m@${hostname()}>`,
        disableFileAccess: true,
        disableUrlAccess: true,
      },
    ]);
    expect(closed).toBe(1);
    expect(await store.kept("email refused")).toBeUndefined();
  });

  test("has its connection closed when it fails, too", async () => {
    const failure = Object.assign(new Error("smtp://ann:word@mail.example"), { code: "ETIMEDOUT" });
    const sent = send(
      (createTransport) => ({ createTransport }),
      () => Promise.reject(failure),
    );
    await expect(sent).rejects.toThrow(new ChannelError("the server didn't accept the email: it took too long"));
    expect(closed).toBe(1);
  });

  test.each([[{ __esModule: true }], [{ __esModule: true, default: null }], [{ default: "createTransport" }]])(
    "%j is told to be another version",
    async (other) => {
      const sent = send(
        () => other,
        () => Promise.resolve({}),
      );
      await expect(sent).rejects.toThrow("the installed nodemailer isn't one of the supported versions, 6 to 10");
      expect(mails).toEqual([]);
    },
  );
});
