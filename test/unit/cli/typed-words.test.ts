import { describe, expect, test } from "@jest/globals";

import { labelsIn } from "../../../src/cli/check/labels.ts";
import { metricsIn } from "../../../src/cli/watch/metrics.ts";

describe("labels that somebody types", () => {
  test.each([
    [undefined, undefined],
    ["stage=production", { stage: "production" }],
    [" stage = production , region=eu ", { stage: "production", region: "eu" }],
    ["stage=", { stage: "" }],
    ["stage=a=b", { stage: "a=b" }],
    ["stage=a,stage=b", { stage: "b" }],
    ["ü|x=ü y", { "ü|x": "ü y" }],
  ])("%j are %j", (text, labels) => {
    expect(labelsIn(text)).toEqual(labels);
  });

  test.each(["", "stage", "=production", "=a=b", " = ", "stage=a,", ",stage=a", "stage=a,,b=c"])(
    "%j are none",
    (text) => {
      for (const source of ["--labels", "ORGFORM_LABELS"])
        expect(() => labelsIn(text, source)).toThrow(
          `${source} is ${text}; expected names with values: stage=production,region=eu.`,
        );
    },
  );
});

describe("an address for metrics", () => {
  test.each([
    ["9464", "127.0.0.1", 9464],
    ["0", "127.0.0.1", 0],
    ["65535", "127.0.0.1", 65_535],
    ["0.0.0.0:9464", "0.0.0.0", 9464],
    ["metrics.example:1", "metrics.example", 1],
    ["[::]:9464", "::", 9464],
    ["[::1]:80", "::1", 80],
  ])("%s is %s and %d", (text, host, port) => {
    expect(metricsIn({ metrics: text })).toEqual({ text, host, port });
  });

  test.each([
    "65536",
    "99999",
    "123456",
    "port",
    ":",
    "host:",
    "0.0.0.0:",
    "0.0.0.0:65536",
    "9464x",
    "x9464",
    "-1",
    " ",
  ])("%j is none", (text) => {
    expect(() => metricsIn({ metrics: text })).toThrow(
      `--metrics is ${text}; it must be a port such as 9464, or an address and a port such as 0.0.0.0:9464.`,
    );
  });

  test("is none without the flag", () => {
    expect(metricsIn({})).toBeUndefined();
  });
});
