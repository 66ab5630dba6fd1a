import { describe, expect, test } from "@jest/globals";

import { type SettingDeclaration, SETTINGS } from "../../../../../src/app/settings.ts";
import {
  changedConfiguration,
  configurationFrom,
  configurationProblems,
  howToSet,
  storedConfiguration,
} from "../../../../../src/engines/pulumi/plugin/configuration.ts";
import { fromEngine, toEngine } from "../../../../../src/engines/pulumi/plugin/values.ts";
import type { Values } from "../../../../../src/model/json-value.ts";
import { printed } from "../../../../../src/model/messages.ts";
import { UNKNOWN } from "../../../../../src/model/unknown.ts";

const NEEDED = { apiKey: "phx_é'|", host: "https://one.example" };

/** Two values that a setting can have. */
function valuesOf({ kind }: SettingDeclaration): readonly [unknown, unknown] {
  if (kind === "boolean") return [true, false];
  return kind === "whole number" ? [7, 8] : ["https://a.example", "https://b.example"];
}

const found = (args: Values, variables: Values, environment: Readonly<Record<string, string>>) =>
  configurationFrom({ args: { ...NEEDED, ...args }, variables, environment });
/** The settings, in an order of their own. */
const settingsOf = (args: Values, variables: Values = {}, environment: Readonly<Record<string, string>> = {}) =>
  found(args, variables, environment).settings;

describe.each(SETTINGS.map((setting) => ({ name: setting.name, setting })))(
  "the setting $name",
  ({ name, setting }) => {
    const [one, other] = valuesOf(setting);
    const variable = setting.variables[0] ?? "";
    const bare = Object.fromEntries(Object.entries(NEEDED).filter(([needed]) => needed !== name));
    const read = (args: Values, variables: Values, environment: Readonly<Record<string, string>>) =>
      configurationFrom({ args: { ...bare, ...args }, variables, environment }).settings;

    test("comes from the provider, then from the variables of old engines, then the stack, then the environment", () => {
      const wanted = settingsOf({ [name]: one });
      const [old, stack] = [
        `orgform:config:${name}`,
        (value: unknown) => ({ PULUMI_CONFIG: JSON.stringify({ [name]: value }) }),
      ];
      const environment = { ...stack(other), [variable]: String(other) };
      expect(read({ [name]: one }, { [old]: String(other) }, environment)).toEqual(wanted);
      expect(read({}, { [old]: String(one) }, environment)).toEqual(wanted);
      expect(read({}, { [name]: other }, { ...environment, ...stack(one) })).toEqual(wanted);
      expect(read({}, {}, { [variable]: String(one) })).toEqual(wanted);
      expect(settingsOf({ [name]: other })).not.toEqual(wanted);
    });

    test("counts as absent where it has no value that a text can have", () => {
      for (const value of [null, undefined, {}, ["x"], { value: "x" }]) {
        const { settings, problems = [] } = configurationFrom({
          args: { ...bare, [name]: value },
          variables: {},
          environment: {},
        });
        expect(settings).toEqual(setting.required ? undefined : settingsOf({}));
        expect(problems.map((one) => printed(one).split(":")[0])).toEqual(
          setting.required ? [`The ${name} is missing`] : [],
        );
      }
    });

    test("is no problem while it isn't known, or isn't given yet, and is set with a command that hides a secret", () => {
      expect(configurationProblems({ [name]: UNKNOWN })).toEqual([]);
      expect(configurationProblems({})).toEqual([]);
      expect(configurationProblems({ [name]: one })).toEqual([]);
      expect(configurationProblems({ [name]: " " })).toHaveLength(1);
      expect(howToSet(setting)).toBe(
        `run \`pulumi config set ${setting.secret ? "--secret " : ""}orgform:${name} <value>\``,
      );
    });
  },
);

test.each(["", "no JSON", '{"host":'])("a configuration of the stack that reads %j has no settings", (text) => {
  expect(settingsOf({}, {}, { PULUMI_CONFIG: text })).toEqual(NEEDED);
});

test("a check asks neither the environment nor about values that are no settings", () => {
  expect(configurationProblems({ requestsPerHour: 5, other: "x", version: {} })).toEqual([]);
  const problems = configurationProblems({ requestsPerHour: "é", allowInsecureHttp: "yes", host: "" });
  expect(problems.map((one) => printed(one))).toEqual([
    expect.stringMatching(/^The host is set, but empty\./u),
    'The setting requestsPerHour is "é"; a whole number is expected.',
    'The setting allowInsecureHttp is "yes"; a boolean is expected.',
  ]);
});

test("the state has every secret setting as a secret, however it was given, and what the engine keeps of its own", () => {
  const secret = SETTINGS.flatMap((one) => (one.secret ? [[one.name]] : []));
  const values = { ...NEEDED, organizationId: "o'1", requestsPerHour: "7", nested: { a: [1] } };
  const internal = { __internal: { apiKey: "x" }, __provider: "code" };
  for (const [given, marks] of [
    [values, secret],
    [toEngine(values, [["organizationId"]]), [["organizationId"], ...secret]],
    [toEngine(values, secret), secret],
  ] as const) {
    const stored = storedConfiguration({ ...given, ...internal });
    expect(stored).toMatchObject(internal);
    const { values: kept, secrets } = fromEngine(stored);
    expect(kept).toEqual(values);
    expect(new Set(secrets.flat())).toEqual(new Set(marks.flat()));
  }
});

test("a change names the inputs that differ in their values, in order, and not those that differ in a mark alone", () => {
  const olds = { zone: "z", host: "a", same: { b: [1] }, gone: "x", mark: "m", __internal: 1 };
  const news = {
    ...toEngine({ mark: "m" }, [["mark"]]),
    same: { b: [1] },
    host: "b",
    apiKey: "k",
    zone: "y",
    __internal: 2,
  };
  expect(changedConfiguration(olds, news)).toEqual(["apiKey", "gone", "host", "zone"]);
  expect(changedConfiguration(olds, olds)).toEqual([]);
});
