import { describe, expect, test } from "@jest/globals";

import { printed } from "../../../src/model/messages.ts";
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

describe.each(SETTINGS.map((one) => [one.name, one] as const))("a problem with the setting %s", (name, declaration) => {
  const from = declaration.variables.join(" or ");
  const { [name as "host"]: _own, ...others } = NEEDED as Readonly<Record<string, string>>;
  const told = (text: string | undefined, way: string | undefined): string[] => {
    const configured = (one: string): string | undefined => (one === name ? text : others[one]);
    const { problems = [] } = findSettings({ configured, environment: {}, howToSet: () => way });
    return problems.map((problem) => printed(problem));
  };

  test("says what is wrong, and how to set it in the program's engine or from the environment", () => {
    const isNeeded = declaration.required;
    const missing = `The ${name} is missing: `;
    expect(told(undefined, undefined)).toEqual(isNeeded ? [`${missing}set the environment variable ${from}.`] : []);
    expect(told(undefined, "run it")).toEqual(
      isNeeded ? [`${missing}run it, or set the environment variable ${from}.`] : [],
    );
    for (const blank of ["", " \n"]) {
      const empty = `The ${name} is set, but empty.`;
      const otherwise = `Or remove it to use ${from} from the environment.`;
      expect(told(blank, undefined)).toEqual([`${empty} Give a value. ${otherwise}`]);
      expect(told(blank, "run it")).toEqual([`${empty} To give a value, run it. ${otherwise}`]);
    }
    const wrong =
      declaration.kind === "text" ? [] : [`The setting ${name} is "a\\"b"; a ${declaration.kind} is expected.`];
    expect(told('a"b', "run it")).toEqual(wrong);
  });
});

test("every problem is told at once", () => {
  const configured = (name: string): string | undefined => ({ host: "", takeOverRecent: "yes" })[name];
  expect(findSettings({ configured, environment: {}, howToSet: () => undefined }).problems).toHaveLength(3);
});
