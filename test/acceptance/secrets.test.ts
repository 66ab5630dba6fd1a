import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import { afterEach, describe, expect, test } from "@jest/globals";

import { filesBelow, sightingsOf } from "../support/canary.ts";
import { SCENARIO_DIALECTS } from "../support/dialects.ts";
import { isInFull, testInFull } from "../support/extent.ts";
import type { Deployment } from "../support/pulumi-stack.ts";
import { CANARIES, KEY, PEM, WatchedStack, withoutEngineTrace } from "../support/watched-stack.ts";

const DOMAIN = "/api/organizations/:organization_id/domains/:id/";
const SECRET = {
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  ciphertext: expect.stringMatching(/^v1:/u),
};

/** A program with a certificate as a plain string. The string is in a variable, so no file of the test contains it. */
function program(certificate = "process.env.TEST_CERTIFICATE", options = ""): string {
  return `import * as orgform from "orgform/pulumi";
${options === "" ? "" : `const provider = new orgform.Provider("account", { apiKey: process.env.TEST_KEY });`}
const org = new orgform.Organization("org", { name: "Canary", deletionProtection: false }${options});
new orgform.Domain("domain", { organizationId: org.id, domain: "canary.example", samlX509Cert: ${certificate} }${options});
`;
}

describe("the search for canaries", () => {
  test("finds a canary in every spelling, in nested folders and in packed files", () => {
    const folder = mkdtempSync(join(tmpdir(), "orgform-canary-"));
    mkdirSync(join(folder, "a/b"), { recursive: true });
    const quoted = JSON.stringify({ key: JSON.stringify(PEM.first) });
    writeFileSync(join(folder, "clear.txt"), `x${KEY.value}y`);
    writeFileSync(join(folder, "a/b/nested.json"), quoted);
    writeFileSync(join(folder, "a/packed.gz"), gzipSync(`token=${KEY.value}`));
    writeFileSync(join(folder, "a/encoded.txt"), Buffer.from(`Bearer ${KEY.value} and more`).toString("base64"));
    writeFileSync(join(folder, "a/url.txt"), `?key=${encodeURIComponent(PEM.first)}`);
    const found = sightingsOf(CANARIES, filesBelow(folder)).map(({ canary, where }) => `${canary} in ${where}`);
    rmSync(folder, { recursive: true });
    expect([...new Set(found)].sort()).toEqual([
      "first certificate in a/b/nested.json",
      "first certificate in a/url.txt",
      "first certificate, one line in a/b/nested.json",
      "first certificate, one line in a/url.txt",
      "key in a/encoded.txt",
      "key in a/packed.gz",
      "key in clear.txt",
    ]);
  });
});

describe.each(SCENARIO_DIALECTS)("secrets (%s)", (dialect) => {
  let watched: WatchedStack;

  afterEach(() => watched.dispose());

  /** How the state stores the key: the inputs of every provider entry. */
  async function providerInputs(): Promise<unknown[]> {
    return inputsOfProviders(await watched.stack.deployment());
  }

  function inputsOfProviders({ resources = [] }: Deployment): unknown[] {
    return resources.filter((one) => one.type.startsWith("pulumi:providers:")).map((one) => one.inputs ?? {});
  }

  function codeIn({ resources = [] }: Deployment): unknown[] {
    const code = resources.flatMap((one) => [one.inputs?.["__provider"], one.outputs?.["__provider"]]);
    return [...new Set(code.filter((text) => text !== undefined))];
  }

  /**
   * A change that the service refuses, a change outside the program, a value that fails the check, and a refused key.
   */
  async function meetFurtherTroubles(): Promise<void> {
    const { stack, sandbox } = watched;
    const refusal = {
      type: "validation_error",
      code: "invalid_input",
      detail: `${JSON.stringify(PEM.changed)} is bad`,
      attr: "saml_x509_cert",
    };
    sandbox.control.addFault({ kind: "status", status: 400, method: "PATCH", route: DOMAIN, body: refusal });
    expect((await watched.run("up", "--yes", "--skip-preview")).output).toContain(
      "The service answered 400 invalid_input",
    );
    await watched.must("up", "--yes", "--skip-preview");
    expect(sandbox.control.domains()[0]).toMatchObject({ saml_x509_cert: PEM.changed });

    // A change outside the program.
    sandbox.control.updateDomain(String(sandbox.control.domains()[0]?.["id"]), { saml_x509_cert: PEM.drifted });
    await watched.must("refresh", "--yes", "--skip-preview", "--diff");
    const drifted = await stack.entry("Domain", "domain");
    expect([drifted?.inputs?.["samlX509Cert"], drifted?.outputs?.["samlX509Cert"]]).toEqual([SECRET, SECRET]);
    expect(await watched.must("preview", "--diff")).toContain("samlX509Cert  : [secret]");

    // A value that fails the check, and a response that repeats the key.
    stack.write({ "index.js": program("[process.env.TEST_CERTIFICATE]") });
    expect((await watched.run("up", "--yes", "--skip-preview")).output).toContain(
      "samlX509Cert: expected a string, found a list",
    );
    stack.write({ "index.js": program() });
    const unknown = {
      type: "authentication_error",
      code: "authentication_failed",
      detail: `The key ${KEY.value} is unknown`,
      attr: null,
    };
    sandbox.control.addFault({ kind: "status", status: 401, times: 0, body: unknown });
    expect((await watched.run("refresh", "--yes", "--skip-preview")).output).toContain(
      "The service answered 401 authentication_failed",
    );
    sandbox.control.clearFaults();
  }

  test("are in no file, output or message when the key is secret configuration, whatever goes wrong", async () => {
    watched = await WatchedStack.start(dialect, {
      files: { "index.js": program() },
      secrets: { "orgform:apiKey": KEY.value },
    });
    const { stack, sandbox } = watched;
    if (isInFull()) await watched.must("preview", "--diff");
    expect(await watched.must("up", "--yes", "--skip-preview", "--diff")).toContain("samlX509Cert  : [secret]");
    const made = await stack.deployment();
    expect(inputsOfProviders(made)).toEqual([{ "orgform:apiKey": SECRET }]);
    expect(codeIn(made)).toEqual([
      'exports.handler = () => require("orgform/dyn/organization.cjs");',
      'exports.handler = () => require("orgform/dyn/domain.cjs");',
    ]);
    expect(made.resources?.at(-1)).toMatchObject({
      inputs: { samlX509Cert: SECRET },
      outputs: { samlX509Cert: SECRET },
    });

    // A change that the service fails, with a response that repeats what was sent.
    stack.env["TEST_CERTIFICATE"] = PEM.changed;
    expect(await watched.must("preview", "--diff")).toContain("samlX509Cert  : [secret]");
    expect(await watched.must("preview", "--json")).toMatch(/"samlX509Cert": "\[secret\]"/u);
    const crash = {
      type: "server_error",
      code: "error",
      detail: `Cannot store ${PEM.changed} for ${KEY.value}`,
      attr: null,
    };
    sandbox.control.addFault({ kind: "status", status: 500, times: 2, method: "PATCH", route: DOMAIN, body: crash });
    const broken = await watched.run("up", "--yes", "--skip-preview");
    expect(broken.status).toBe(1);
    expect(broken.output).toContain("The service answered 500 unavailable");
    expect(await stack.entry("Domain", "domain")).toMatchObject({
      initErrors: [expect.stringContaining("Cannot store")],
      outputs: { samlX509Cert: SECRET },
    });
    if (isInFull()) await meetFurtherTroubles();
    await watched.must("destroy", "--yes", "--skip-preview", "--diff");
    expect(sightingsOf(CANARIES, watched.haystack())).toEqual([]);
  }, 240_000);

  test("are nowhere in the state, not even encrypted, when the key comes from the environment", async () => {
    watched = await WatchedStack.start(dialect, {
      files: { "index.js": program() },
      env: { ORGFORM_API_KEY: KEY.value, PULUMI_DEBUG_COMMANDS: "1" },
    });
    const { stack, sandbox } = watched;
    await watched.must("up", "--yes", "--skip-preview", "--event-log", join(stack.folder, "events.json"));
    await watched.must("refresh", "--yes", "--skip-preview", "--logtostderr", "-v=9");
    expect(await providerInputs()).toEqual([{}]);
    const opened = { state: await stack.must("stack", "export", "--show-secrets") };
    expect(sightingsOf([KEY], opened)).toEqual([]);
    expect(sightingsOf(CANARIES, opened)).not.toEqual([]);

    const [key] = sandbox.control.keys().filter((one) => one.scopes === null);
    sandbox.control.deleteKey(key?.id ?? "");
    const refused = await watched.run("destroy", "--yes", "--skip-preview", "--logtostderr", "-v=9");
    expect(refused.status).not.toBe(0);
    expect(refused.output).toContain("The service answered 401 authentication_failed");
    expect(sightingsOf([KEY], watched.haystack())).toEqual([]);
    expect(sightingsOf(CANARIES, withoutEngineTrace(watched.haystack()))).toEqual([]);
    // The engine's own trace shows every value. Finding the values there proves that the search works.
    expect(sightingsOf(CANARIES, watched.haystack())).not.toEqual([]);
  }, 240_000);

  testInFull(
    "are encrypted in the entry of an explicit provider, also when its key is a plain string",
    async () => {
      watched = await WatchedStack.start(dialect, {
        files: { "index.js": program("process.env.TEST_CERTIFICATE", ", { provider }") },
        env: { TEST_KEY: KEY.value },
      });
      expect(await watched.must("preview", "--diff")).toContain("orgform:apiKey: [secret]");
      await watched.must("up", "--yes");
      expect(await providerInputs()).toEqual([{ "orgform:apiKey": SECRET }]);
      await watched.must("refresh", "--yes", "--logtostderr", "-v=9");
      await watched.must("destroy", "--yes", "--diff");
      expect(sightingsOf(CANARIES, withoutEngineTrace(watched.haystack()))).toEqual([]);
    },
    240_000,
  );
});
