import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";

import { type Sandbox, startSandbox } from "../../../packages/sandbox/src/index.ts";
import { SCENARIO_DIALECTS } from "../../support/dialects.ts";
import { isInFull } from "../../support/extent.ts";
import { PulumiStack } from "../../support/pulumi-stack.ts";
import { SSO_NAMES, SSO_PROGRAM, upWithRecord } from "../../support/sso-stack.ts";
import { KEY, ODDITIES, replaceKey, TROUBLES, withoutIds } from "../../support/troubles.ts";

const FROM_THE_LIST = ["first", "second", "sso", "verified"];

/**
 * The table of `faults/never-drop` covers every case with every engine. The real engine meets the first of each kind.
 */
const tried = <T>(cases: readonly T[]): readonly T[] => (isInFull() ? cases : cases.slice(0, 1));

/** Names of the resources in the diagnostics of a run, sorted. */
function blamed(output: string): string[] {
  const named = output.matchAll(/^ {2}pulumi-nodejs:dynamic\/orgform:\w+ \((\w+)\):$/gmu);
  return [...new Set([...named].map(([, name]) => name ?? ""))].sort();
}

describe.each(SCENARIO_DIALECTS)("refresh (%s)", (dialect) => {
  let sandbox: Sandbox;
  let stack: PulumiStack;
  let organizationId: string;
  let whole: ReturnType<Sandbox["control"]["snapshot"]>;
  let stored: Awaited<ReturnType<PulumiStack["entries"]>>;

  beforeAll(async () => {
    sandbox = await startSandbox({ dialect });
    replaceKey(sandbox, { scopes: null });
    const env = { ORGFORM_HOST: sandbox.host, ORGFORM_API_KEY: KEY, ORGFORM_RETRY_BUDGET_SECONDS: "0" };
    stack = await PulumiStack.create({ env, files: { "index.js": SSO_PROGRAM } });
    await upWithRecord(sandbox, stack);
    organizationId = sandbox.control.organizations()[1]?.id ?? "";
    whole = sandbox.control.snapshot();
    stored = await stack.entries();
  }, 300_000);

  afterEach(() => {
    sandbox.control.clearFaults();
    sandbox.control.restore(whole);
  });

  afterAll(async () => {
    await sandbox.close();
    stack.dispose();
  });

  test("starts from a state that holds every resource", () => {
    expect(Object.keys(stored)).toEqual([...SSO_NAMES]);
    expect(stored["first"]?.outputs).toMatchObject({
      domain: "first.example",
      samlX509Cert: { plaintext: '"CERTIFICATE-OF-FIRST"' },
    });
    expect(stored["sso"]?.outputs).toMatchObject({ ssoEnforcement: "saml" });
  });

  test.each(tried(TROUBLES))(
    "fails after $what and leaves every entry as it is",
    async ({ arrange, fails, cause, nextStep }) => {
      arrange(sandbox, organizationId);
      const { status, output } = await stack.run("refresh", "--yes", "--skip-preview");
      expect(blamed(output)).toEqual(fails === "everything" ? [...SSO_NAMES] : FROM_THE_LIST);
      expect(withoutIds(output)).toContain(cause);
      // Messages about a response add the value of the host setting to its name.
      expect(output.replaceAll(` (${sandbox.host})`, "")).toContain(nextStep);
      expect(status).toBe(1);
      expect(await stack.entries()).toEqual(stored);
    },
    60_000,
  );

  test.each(tried(ODDITIES))(
    "isn't misled by $what, and changes nothing",
    async ({ arrange }) => {
      arrange(sandbox, organizationId);
      expect(await stack.refresh("--expect-no-changes")).toContain("6 unchanged");
      expect(sandbox.control.requests().some((request) => request.fault !== undefined)).toBe(true);
      expect(await stack.entries()).toEqual(stored);
    },
    60_000,
  );

  test("drops a domain that was really deleted, and only that", async () => {
    sandbox.control.deleteDomain(
      String(sandbox.control.domains().find((row) => row["domain"] === "second.example")?.["id"]),
    );
    await stack.refresh();
    const { second, ...others } = stored;
    expect(second?.id).toMatch(/^[0-9a-f-]{36}\/[0-9a-f-]{36}$/u);
    expect(await stack.entries()).toEqual(others);
    // Restores everything. The update finds the domain by its name, and manages it again.
    sandbox.control.restore(whole);
    await stack.up();
    expect(await stack.entries()).toEqual(stored);
  }, 60_000);

  test("drops everything after the organization was really deleted", async () => {
    sandbox.control.deleteOrganization(organizationId);
    await stack.refresh();
    expect(await stack.entries()).toEqual({});
  }, 60_000);
});
