import { describe, expect, test } from "@jest/globals";

import { Sessions } from "../../../src/app/sessions.ts";
import { findSettings, SETTINGS } from "../../../src/app/settings.ts";
import { printed } from "../../../src/model/messages.ts";

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
