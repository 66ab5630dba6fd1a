import { describe, expect, test } from "@jest/globals";

import { findSettings, type Settings, SETTINGS, settingText } from "../../../src/app/settings.ts";

const NEEDED = { apiKey: "phx_needed", host: "https://needed.example" };

/** A text for each setting, with the setting that it becomes. */
const READ: Readonly<Record<string, readonly [text: string, setting: keyof Settings, value: unknown]>> = {
  apiKey: [" phx|é ", "apiKey", " phx|é "],
  host: ["https://eu.example", "host", "https://eu.example"],
  organizationId: ["o1", "organizationId", "o1"],
  requestTimeoutSeconds: ["7", "requestTimeoutMs", 7_000],
  retryBudgetSeconds: ["0", "retryBudgetMs", 0],
  requestsPerMinute: ["060", "requestsPerMinute", 60],
  requestsPerHour: ["600", "requestsPerHour", 600],
  allowInsecureHttp: ["false", "allowInsecureHttp", false],
  takeOverRecent: ["true", "takeOverRecent", true],
};

test("every setting is read", () => {
  expect(Object.keys(READ)).toEqual(SETTINGS.map(({ name }) => name));
});

describe.each(SETTINGS.map((one) => [one.name, one] as const))(
  "the setting %s",
  (name, { variables, kind, required }) => {
    const [text, setting, value] = READ[name] ?? ["", "host", ""];
    const all = Object.fromEntries(variables.map((variable, index) => [variable, `${index}`]));
    const source = (configured: Readonly<Record<string, string>>, environment: Readonly<Record<string, string>>) => ({
      configured: (one: string) => configured[one],
      environment,
    });
    const found = (configured: Readonly<Record<string, string>>, environment: Readonly<Record<string, string>> = {}) =>
      findSettings({ ...source(configured, environment), howToSet: () => undefined });

    test("is a setting of the program, from the configuration or a variable", () => {
      const { [name as "host"]: _own, ...others } = NEEDED as Readonly<Record<string, string>>;
      for (const given of [
        found({ ...others, [name]: text }),
        ...variables.map((variable) => found(others, { [variable]: text })),
        found({ ...others, [name]: text }, all),
      ]) {
        expect(given.settings).toEqual({ ...NEEDED, [setting]: value, budget: undefined });
      }
      expect(found(others).settings?.[setting]).toBeUndefined();
      expect(found(others).problems === undefined).toBe(!required);
    });

    test("is found alone, too: the configuration first, and then the variables in their order", () => {
      expect(settingText(name, source({ [name]: text }, all))).toBe(text);
      expect(settingText(name, source({}, all))).toBe("0");
      for (const [index, variable] of variables.entries()) {
        const blank = Object.fromEntries(variables.slice(0, index).map((one) => [one, " "]));
        expect(settingText(name, source({}, { ...blank, [variable]: text }))).toBe(text);
      }
      expect(settingText(name, source({}, {}))).toBeUndefined();
    });

    test("is refused as another kind", () => {
      for (const wrong of kind === "text" ? [] : ["x", "1.5", "-1", "1 ", "TRUE", "1x"]) {
        expect(found({ ...NEEDED, [name]: wrong }).problems).toHaveLength(1);
      }
    });
  },
);

test("no other name is a setting", () => {
  expect(settingText("timeout", { configured: () => "7", environment: {} })).toBeUndefined();
});

test.each([
  [{ ORGFORM_OFFLINE_PREVIEW: "1" }, true],
  [{ ORGFORM_OFFLINE_PREVIEW: "true" }, undefined],
  [{}, undefined],
])("previews without a service are allowed by the environment alone: %j", (environment, isOfflinePreview) => {
  const { settings } = findSettings({
    configured: (name) => (name === "isOfflinePreview" ? "1" : NEEDED[name as "host"]),
    environment,
    howToSet: () => undefined,
  });
  expect(settings?.isOfflinePreview).toBe(isOfflinePreview);
});
