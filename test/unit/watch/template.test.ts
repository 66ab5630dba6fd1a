import { expect, test } from "@jest/globals";

import { filled, PLACEHOLDERS, type TemplateValues } from "../../../packages/watch/src/outbox/template.ts";

test.each<[template: string, values: TemplateValues, text: string]>([
  ["", { name: "n" }, ""],
  ["{name}", { name: "é|" }, "é|"],
  ["{name} {name}: {rule}", { name: "n", rule: "r" }, "n n: r"],
  ["[{name}] {detail}", { detail: "d" }, "[] d"],
  ["{nothing} {Name} {name {} {{name}}", { name: "n" }, "{nothing} {Name} {name {} {n}"],
  ["{name}", { name: "{rule}", rule: "r" }, "{rule}"],
  ["{name}", { name: "$& $1" }, "$& $1"],
])("%j filled with %j", (template, values, text) => {
  expect(filled(template, values)).toBe(text);
});

test.each(PLACEHOLDERS)("{%s} stands for its own value", (placeholder) => {
  const values = Object.fromEntries(PLACEHOLDERS.map((one) => [one, `the ${one}`]));
  expect(filled(`<{${placeholder}}>`, values)).toBe(`<the ${placeholder}>`);
});
