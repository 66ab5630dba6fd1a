import { join } from "node:path";

import { describe, expect, test } from "@jest/globals";

import { OneAccount } from "../../../src/app/one-account.ts";
import { Sessions } from "../../../src/app/sessions.ts";
import { findSettings, SETTINGS } from "../../../src/app/settings.ts";
import { Account, type AccountOptions } from "../../../src/engines/terraform/provider/account.ts";
import { ResourceSchema } from "../../../src/engines/terraform/provider/resource-schema.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { printed, type Text } from "../../../src/model/messages.ts";
import { snakeName } from "../../../src/model/names.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { vault } from "../../support/fake-resources.ts";
import { PROCESS_ENVIRONMENT } from "../../support/process-environment.ts";

type Texts = Readonly<Record<string, string>>;

const found = (configured: Texts, environment: Texts = {}) =>
  findSettings({
    configured: (name) => configured[name],
    environment,
    howToSet: ({ name, secret }) => `set ${name}${secret ? " secretly" : ""}`,
  });

const needed = { apiKey: "phx_config", host: "https://config.example" };

describe("settings", () => {
  test("come from the configuration first, then from our variables, then from the service's", () => {
    const ours = { ORGFORM_API_KEY: "phx_ours", ORGFORM_HOST: "https://ours.example", ORGFORM_ORGANIZATION_ID: "o1" };
    const theirs = {
      POSTHOG_API_KEY: "phx_theirs",
      POSTHOG_HOST: "https://theirs.example",
      POSTHOG_ORGANIZATION_ID: "o2",
    };
    expect(found(needed, { ...ours, ...theirs }).settings).toMatchObject({ ...needed, organizationId: "o1" });
    expect(found({}, { ...ours, ...theirs }).settings).toMatchObject({
      apiKey: "phx_ours",
      host: "https://ours.example",
    });
    expect(found({}, theirs).settings).toMatchObject({
      apiKey: "phx_theirs",
      host: "https://theirs.example",
      organizationId: "o2",
    });
  });

  test("have the ledger of a fleet from the environment alone", () => {
    const address = "tcp://127.0.0.1:1/?token=t";
    expect(found({ ...needed, budget: "tcp://127.0.0.1:2/?token=t" }).settings?.budget).toBeUndefined();
    expect(found(needed, { ORGFORM_BUDGET: address }).settings?.budget).toBe(address);
  });

  test.each(["", "  ", "\n"])("that are blank (%j) in the environment count as not given", (blank) => {
    const environment = { ORGFORM_API_KEY: blank, POSTHOG_API_KEY: "phx_theirs" };
    expect(found({ host: needed.host }, environment).settings?.apiKey).toBe("phx_theirs");
  });

  test.each(["", "  "])(
    "that are configured as %j are refused, and the environment does not stand in for them",
    (blank) => {
      const problems = found({ ...needed, apiKey: blank }, { ORGFORM_API_KEY: "phx_theirs" }).problems ?? [];
      expect(problems.map((problem) => printed(problem))).toEqual([
        expect.stringMatching(
          /^The apiKey is set, but empty\. .*. Or remove it to use ORGFORM_API_KEY or POSTHOG_API_KEY from the environment\.$/u,
        ),
      ]);
      expect(found({ ...needed, requestsPerHour: blank }, {}).settings).toBeUndefined();
    },
  );

  test("are numbers in milliseconds, booleans, and absent otherwise", () => {
    const tuned = {
      requestTimeoutSeconds: "10",
      retryBudgetSeconds: "0",
      requestsPerMinute: "60",
      requestsPerHour: "600",
      allowInsecureHttp: "true",
    };
    expect(found({ ...needed, ...tuned }).settings).toEqual({
      ...needed,
      requestTimeoutMs: 10_000,
      retryBudgetMs: 0,
      requestsPerMinute: 60,
      requestsPerHour: 600,
      allowInsecureHttp: true,
    });
    expect(found(needed).settings).toEqual(needed);
    expect(found({ ...needed, allowInsecureHttp: "false" }).settings?.allowInsecureHttp).toBe(false);
    expect(found(needed, { ORGFORM_REQUEST_TIMEOUT_SECONDS: "7" }).settings?.requestTimeoutMs).toBe(7_000);
  });

  test("are all named at once when they are missing or of another kind", () => {
    const { problems = [] } = found({
      requestsPerMinute: "many",
      retryBudgetSeconds: "-1",
      allowInsecureHttp: "yes",
    });
    expect(problems.map((problem) => printed(problem))).toEqual([
      "The apiKey is missing: set apiKey secretly, or set the environment variable ORGFORM_API_KEY or POSTHOG_API_KEY.",
      "The host is missing: set host, or set the environment variable ORGFORM_HOST or POSTHOG_HOST.",
      'The setting retryBudgetSeconds is "-1"; a whole number is expected.',
      'The setting requestsPerMinute is "many"; a whole number is expected.',
      'The setting allowInsecureHttp is "yes"; a boolean is expected.',
    ]);
  });

  test("that are secret are in no message", () => {
    const values = Object.fromEntries(SETTINGS.map(({ name, secret }) => [name, secret ? "canary" : "wrong"]));
    const { problems } = found(values);
    expect(problems).toHaveLength(SETTINGS.filter(({ kind }) => kind !== "text").length);
    expect(problems?.join()).not.toContain("canary");
  });
});

describe("sessions", () => {
  const clock = { now: () => 0, sleep: () => Promise.resolve() };
  const settings = { apiKey: "phx_one", host: "https://one.example" };

  test("are shared by what has the same settings, and by nothing else", () => {
    const sessions = new Sessions(clock);
    const one = sessions.of(settings);
    expect(sessions.of({ ...settings })).toBe(one);
    for (const other of [
      { ...settings, apiKey: "phx_two" },
      { ...settings, host: "https://two.example" },
      { ...settings, organizationId: "o1" },
    ]) {
      const session = sessions.of(other);
      expect(session).not.toBe(one);
      expect([session.lists === one.lists, session.ownership === one.ownership, session.api === one.api]).toEqual([
        false,
        false,
        false,
      ]);
    }
  });

  test("know the service's time once it answered", () => {
    expect(new Sessions(clock).of(settings).serviceNow()).toBe(undefined);
  });

  test.each([
    [{ ...settings, host: "ftp://one.example" }, "host_invalid"],
    [{ ...settings, apiKey: "phx one" }, "api_key_invalid"],
    [{ ...settings, requestTimeoutMs: 0 }, "option_invalid"],
  ])("are not made of settings that cannot be used (%#)", (wrong, code) => {
    expect(() => new Sessions(clock).of(wrong)).toThrow(expect.objectContaining({ code }));
  });
});

describe("the account of Terraform's provider", () => {
  const clock = { now: () => 0, sleep: () => Promise.resolve() };
  const BLOCK = { host: "https://one.example", api_key: "phx_canary", organization_id: "o1" };
  const schema = new ResourceSchema(vault);
  const report = { warn: () => undefined, info: () => undefined, status: () => undefined };

  const of = (block?: Values, options: Partial<AccountOptions> = {}): Account =>
    new Account({ environment: PROCESS_ENVIRONMENT, clock, ...options }, block);
  const contextOf = (account: Account, ...values: readonly Values[]) =>
    account.context(schema, report, new AbortController().signal, ...values);
  const told = (account: Account): string[] =>
    account.diagnostics().map(({ summary, detail }) => `${summary}\n${detail}`);

  test("has the block's values, whatever their kind, before those of the environment", () => {
    const environment = { ...PROCESS_ENVIRONMENT, ORGFORM_HOST: "https://two.example", ORGFORM_API_KEY: "phx_two" };
    const account = of({ ...BLOCK, requests_per_minute: 7, allow_insecure_http: false }, { environment });
    expect([account.isKnown, account.host, account.organizationId, told(account)]).toEqual([
      true,
      BLOCK.host,
      "o1",
      [],
    ]);
    const outside = of({ organization_id: null }, { environment });
    expect([outside.isKnown, outside.host, outside.organizationId]).toEqual([true, "https://two.example", undefined]);
    expect([outside.redacted("a phx_two b phx_two"), of().redacted("phx_two")]).toEqual([
      "a [redacted] b [redacted]",
      "phx_two",
    ]);
    expect(told(of({ ...BLOCK, requests_per_minute: 1.5 }))).toHaveLength(1);
    expect(told(of({ ...BLOCK, host: "http://one.example", allow_insecure_http: true }))).toEqual([]);
    expect(outside.reconfigured(BLOCK)).toMatchObject({ host: BLOCK.host });
    expect(outside.reconfigured({})).toMatchObject({ host: "https://two.example", organizationId: undefined });
  });

  test("stores secrets unless the block says that it doesn't", () => {
    const policies = [undefined, null, true, UNKNOWN, false].map((value) => of({ ...BLOCK, store_secrets: value }));
    expect(policies.map(({ storesSecrets }) => storesSecrets)).toEqual([true, true, true, true, false]);
    const unknown = expect.stringMatching(/\nstore_secrets must be known before the plan\. Write .*\.$/u);
    expect(policies.map(told)).toEqual([[], [], [], [unknown], []]);
  });

  test("isn't known while any of its settings isn't, and each use of it names these", () => {
    for (const { name } of SETTINGS) {
      const account = of({ ...BLOCK, [snakeName(name)]: UNKNOWN });
      expect([name, account.isKnown, told(account)]).toEqual([name, false, []]);
      const rest = name === "apiKey" || name === "host" ? undefined : "o1";
      expect(account.organizationId).toBe(name === "organizationId" ? UNKNOWN : rest);
      expect(() => contextOf(account)).toThrow(
        `The settings of the provider orgform are not known yet\n${snakeName(name)} depends on an object`,
      );
    }
  });

  test("warns once of a plan without the service, and names every setting that it waits for", () => {
    const warnings: string[] = [];
    const warned = { ...report, warn: (text: Text) => void warnings.push(printed(text)) };
    for (const account of [of(BLOCK), of({ ...BLOCK, host: UNKNOWN, api_key: UNKNOWN })])
      for (let times = 0; times < 2; times += 1) account.warnIfUnknown(warned);
    expect(warnings).toEqual([
      "The plan was not compared with the service\napi_key, host of the provider orgform depends on an object that doesn't exist yet. If the service refuses something, the apply fails.",
    ]);
    expect(() => contextOf(of({ host: UNKNOWN, api_key: UNKNOWN }))).toThrow("\napi_key, host depends on an object");
  });

  test("without settings names all of them in each use, and one that can't be used is told without the key", () => {
    const account = of({}, { account: new OneAccount() });
    expect(told(account)).toEqual(
      ["api_key", "host"].map((name) =>
        expect.stringContaining(`missing: set \`${name}\` in the provider's block, or`),
      ),
    );
    expect([account.isKnown, account.host, account.organizationId]).toEqual([false, undefined, undefined]);
    let text = "";
    try {
      contextOf(account);
    } catch (error) {
      text = error instanceof Error ? error.message : "";
    }
    expect(text.split("\n").map((line) => line.split(":")[0])).toEqual([
      "The provider orgform is not configured",
      "The apiKey is missing",
      "The host is missing",
    ]);
    expect(told(of({ host: "http://phx-canary.example", api_key: "phx-canary" }))).toEqual([
      expect.stringMatching(
        /^The provider orgform is not configured\nThe host setting http:\/\/\[redacted\]\.example is plain http/u,
      ),
    ]);
  });

  test("is the first one of its process, which an unknown or an absent block doesn't decide", () => {
    const account = new OneAccount();
    const environment = { ...PROCESS_ENVIRONMENT, ORGFORM_HOST: "https://two.example", ORGFORM_API_KEY: "phx_two" };
    const asked = (block?: Values) => told(of(block, { account, environment }));
    expect([
      asked(),
      asked({ organization_id: UNKNOWN }),
      asked(BLOCK),
      asked({ ...BLOCK, requests_per_minute: 7 }),
    ]).toEqual([[], [], [], []]);
    expect(asked({ ...BLOCK, api_key: "phx_other" })).toEqual([
      expect.stringContaining("The provider was configured with another api_key before"),
    ]);
  });

  test("never shows a secret of an object that it has worked with", () => {
    const account = of(BLOCK);
    const { session } = contextOf(account, { name: "plain", password: "s3cret |1" }, { password: "s3cret |2" });
    const api = session.api as { redact: (text: string) => string }; // -- the client, which sessions pass on unseen
    expect(api.redact("plain s3cret |1 s3cret |2 phx_canary")).not.toMatch(/s3cret|canary/u);
    expect(api.redact("plain")).toBe("plain");
  });

  test("plans each declaration by itself, among those of the same configuration", () => {
    const account = of(BLOCK);
    const [one, two, other] = [account, account, of(BLOCK)].map((from) => contextOf(from).declaration);
    expect(one?.among).toBe(two?.among);
    expect(other?.among).not.toBe(one?.among);
    expect(new Set([one?.key, two?.key, undefined]).size).toBe(3);
  });

  test("ends every call with its own signal, and all of them when it ends itself", async () => {
    const account = of(BLOCK);
    const own = new AbortController();
    const one = account.context(schema, report, own.signal).call.signal;
    const other = contextOf(account).call.signal;
    own.abort();
    expect([one?.aborted, other?.aborted]).toEqual([true, false]);
    account.end();
    await Promise.resolve();
    await Promise.resolve();
    expect(other?.aborted).toBe(true);
    await expect(account.interruption.clock.sleep(1)).rejects.toThrow("It was interrupted while it was waiting.");
  });

  test("reads the program only if it has a folder, and once", () => {
    expect(of(BLOCK).blocks).toEqual([]);
    const account = of(BLOCK, { folder: join(__dirname, "../../fixtures/vendor-states") });
    expect(account.blocks.length).toBeGreaterThan(0);
    expect(account.blocks).toBe(account.blocks);
  });
});
