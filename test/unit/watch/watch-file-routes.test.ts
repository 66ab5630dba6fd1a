import { expect, test } from "@jest/globals";

import { WatchFileError, watchFileOf } from "../../../packages/watch/src/index.ts";

const CHANNELS =
  "channels:\n  team: { type: slack, url: { environment: URL } }\n  a-b: { type: slack, url: { file: f } }\n";

/** Every problem of a file, or that there is none. */
const problems = (text: string): readonly string[] => {
  try {
    watchFileOf("w.yaml", text);
    return [];
  } catch (error) {
    if (!(error instanceof WatchFileError)) throw error;
    return error.message.split("\n");
  }
};

test.each<[routes: string, told: readonly string[]]>([
  ["", []],
  ["routes: []\n", []],
  ["routes:\n  - { to: [team, a-b] }\n  - { to: [a-b] }\n", []],
  ["routes:\n  - { to: [team] }\n  - { to: [a-b, tem] }\n", ["w.yaml:6: routes[1].to[1]: there is no channel tem"]],
  [
    "routes:\n  - { to: [valueof, team] }\n  - { to: [constructor, tem_1] }\n",
    [
      "w.yaml:5: routes[0].to[0]: there is no channel valueof",
      "w.yaml:6: routes[1].to[0]: there is no channel constructor",
      "w.yaml:6: routes[1].to[1]: there is no channel tem_1",
    ],
  ],
])("routes go to channels that there are: %j", (routes, told) => {
  expect(problems(`${CHANNELS}${routes}`)).toEqual(told);
});

test.each(["url", "secret", "token", "server"])("the secret %s is never repeated, in whatever form it is", (field) => {
  const types: Readonly<Record<string, string>> = {
    url: "type: slack",
    secret: "type: webhook, url: { environment: A }",
    token: "type: github-issue, repository: acme/shop",
    server: "type: email, from: a@b.example, to: [c@d.example]",
  };
  const told = (form: string) => problems(`channels:\n  one: { ${types[field]}, ${field}: ${form} }\n`);
  expect(told("CANARY")).toEqual([
    `w.yaml:2: channels.one.${field}: expected {environment: NAME} or {file: PATH}, never the secret itself`,
  ]);
  for (const form of ["{ environment: [CANARY] }", "{ file: 7, environment: CANARY }", "[CANARY]", "{ file: '' }"]) {
    const all = told(form);
    expect([all.length, all.filter((line) => line.includes("CANARY"))]).toEqual([1, []]);
  }
  expect(problems("database: postgres://ann:CANARY@db/x\n")).toEqual([
    "w.yaml:1: database: expected {environment: NAME} or {file: PATH}, never the secret itself",
  ]);
});
