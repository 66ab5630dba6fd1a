import { afterEach, describe, expect, test } from "@jest/globals";

import type { Sandbox } from "../../packages/sandbox/src/index.ts";
import { resources } from "../../src/catalog/resources/index.ts";
import { snakeName } from "../../src/model/names.ts";
import { isInFull } from "../support/extent.ts";
import {
  recordedEngines,
  recordedText,
  recordedVersions,
  revivedSandbox,
  revivedStack,
  revivedWorkspace,
} from "../support/recorded-state.ts";
import { installPlugin } from "./support/plugin-story.ts";
import { closeLater, closeStories, STORY_LIMIT_MS } from "./support/story.ts";

afterEach(closeStories);

const VERSIONS = recordedVersions();
const RUN_ONCE = "BulkDeletePersons";

/** The writes to the service, as `METHOD path`. */
function writesAt(sandbox: Sandbox): string[] {
  const written = sandbox.control.requests().filter(({ method }) => method !== "GET");
  return written.map(({ method, path }) => `${method} ${path}`);
}

async function sandboxOf(version: string, engine: string): Promise<Sandbox> {
  const sandbox = await revivedSandbox(version, engine);
  closeLater(() => sandbox.close());
  return sandbox;
}

/** Destroys everything. As soon as the service begins to remove a proxy, the minute that this takes passes. */
async function destroyed({ control }: Sandbox, destroy: () => Promise<unknown>): Promise<void> {
  const hurry = setInterval(() => {
    const proxies = control.call("GET", "proxy-records") as readonly { status: string }[];
    if (proxies.some(({ status }) => status === "deleting")) control.advanceClock(60);
  }, 100);
  await destroy().finally(() => clearInterval(hurry));
}

const organizationsAt = ({ control }: Sandbox): string[] => control.organizations().map(({ name }) => name);

test.each(VERSIONS)("every engine left a state of %s, and each state holds the same resources", (version) => {
  expect(recordedEngines(version)).toEqual(["pulumi-dynamic", "pulumi-plugin", "terraform"]);
  const kinds = [...resources.map(({ name }) => name), RUN_ONCE];
  const held = recordedEngines(version).map((engine) => {
    const state = recordedText(version, engine, "state.json");
    return kinds.filter((kind) =>
      [`orgform:${kind}"`, `index:${kind}"`, `"orgform_${snakeName(kind)}"`].some((type) => state.includes(type)),
    );
  });
  const [first] = held;
  expect(held).toEqual(held.map(() => first));
  // No state contains resources that are newer than its version.
  expect(first?.length).toBeGreaterThanOrEqual(20);
  expect(first).toContain(RUN_ONCE);
});

describe.each(VERSIONS)("the state of every resource that %s left", (version) => {
  test.each(["pulumi-dynamic", "pulumi-plugin"])(
    "with %s shows no change in a preview, gets the current shape in a refresh, and, in full, is destroyed completely",
    async (engine) => {
      const sandbox = await sandboxOf(version, engine);
      const stack = await revivedStack(version, engine, sandbox);
      closeLater(() => stack.dispose());
      if (engine === "pulumi-plugin") installPlugin({ stack });
      await stack.previewEmpty();
      await stack.up("--refresh", "--expect-no-changes");
      expect(writesAt(sandbox)).toEqual([]);
      // By day, the life of each engine ends with a destroy.
      if (!isInFull()) return;
      await stack.must("preview", "--refresh", "--expect-no-changes");
      expect(writesAt(sandbox)).toEqual([]);

      await destroyed(sandbox, () => stack.destroy());
      const { resources: left = [] } = await stack.deployment();
      expect(left.filter(({ type }) => type.includes("orgform:"))).toEqual([]);
      expect(organizationsAt(sandbox)).toEqual(["Acme"]);
    },
    STORY_LIMIT_MS,
  );

  test(
    "with Terraform shows no change in a plan, gets the current shape in an apply, and, in full, is destroyed completely",
    async () => {
      const sandbox = await sandboxOf(version, "terraform");
      const workspace = await revivedWorkspace(version, sandbox);
      closeLater(() => workspace.dispose());
      expect(await workspace.planStatus()).toBe(0);
      await workspace.apply();
      expect(await workspace.must("plan", "-refresh-only")).toContain("No changes.");
      expect(writesAt(sandbox)).toEqual([]);
      if (!isInFull()) return;

      await destroyed(sandbox, () => workspace.must("destroy", "-auto-approve", "-input=false"));
      expect(workspace.resources()).toEqual([]);
      expect(organizationsAt(sandbox)).toEqual(["Acme"]);
    },
    STORY_LIMIT_MS,
  );
});
