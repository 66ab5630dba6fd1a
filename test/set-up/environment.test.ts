import { delimiter, join } from "node:path";
import { expect, test } from "@jest/globals";
import { pulumiEnvironment } from "../../tools/set-up/pulumi/environment.ts";

const folder = join("/", "somewhere", "run 1");

test("puts the tools first on PATH, once, and keeps the rest of PATH", () => {
  const env = pulumiEnvironment({
    binDir: "/tools",
    folder,
    base: { PATH: ["/usr/bin", "/tools", ""].join(delimiter) },
  });
  expect(env["PATH"]).toBe(["/tools", "/usr/bin"].join(delimiter));
});

test("finds PATH in the spelling that Windows uses and gives it one name", () => {
  const env = pulumiEnvironment({ binDir: "/tools", folder, base: { Path: "/windows" } });
  expect(env).toMatchObject({ PATH: ["/tools", "/windows"].join(delimiter) });
  expect(Object.keys(env)).not.toContain("Path");
});

test("has a home and a backend of its own and asks for nothing", () => {
  expect(pulumiEnvironment({ binDir: "/tools", folder, base: {} })).toEqual({
    PATH: "/tools",
    PULUMI_HOME: join(folder, "home"),
    PULUMI_BACKEND_URL: "file:///somewhere/run 1/state",
    PULUMI_CONFIG_PASSPHRASE: "orgform",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    ORGFORM_INTENTS_DIR: join(folder, "records"),
  });
});

test("lets nothing through that leads to the caller's own Pulumi, service account or tools", () => {
  const env = pulumiEnvironment({
    binDir: "/tools",
    folder,
    base: {
      PULUMI_ACCESS_TOKEN: "a",
      PULUMI_HOME: "/home/me/.pulumi",
      ORGFORM_API_KEY: "b",
      POSTHOG_API_KEY: "c",
      posthog_host: "d",
      NODE_OPTIONS: "--inspect",
      NODE_PATH: "/elsewhere",
      JEST_WORKER_ID: "1",
      TS_NODE_PROJECT: "x.json",
      HTTPS_PROXY: "proxy",
      NODE_EXTRA_CA_CERTS: "ca.pem",
      LANG: "C",
      UNSET: undefined,
    },
  });
  expect(
    Object.keys(env)
      .filter((name) => !name.startsWith("PULUMI_"))
      .toSorted(),
  ).toEqual(["HTTPS_PROXY", "LANG", "NODE_EXTRA_CA_CERTS", "ORGFORM_INTENTS_DIR", "PATH"]);
  expect(env["PULUMI_HOME"]).toBe(join(folder, "home"));
  expect(env).not.toHaveProperty("PULUMI_ACCESS_TOKEN");
});

test("lets the caller of the function add variables and win", () => {
  const env = pulumiEnvironment({
    binDir: "/tools",
    folder,
    base: {},
    extra: { PULUMI_RUN_PROGRAM: "true", LANG: "C" },
  });
  expect(env).toMatchObject({ PULUMI_RUN_PROGRAM: "true", LANG: "C" });
});
