import process from "node:process";
import { expect, test } from "@jest/globals";
import * as fc from "fast-check";

import { secretPaths } from "../../src/model/secret-texts.ts";
import { STACKS, WRITE_ONLY } from "../support/chain-stacks.ts";
import { describeRows, type Fixture } from "../support/conformance-table.ts";
import { isInFull } from "../support/extent.ts";
import { playChains } from "./chain.ts";

/** Number of chains for each resource and engine. */
const RUNS = Number(process.env["ORGFORM_CHAINS"] ?? (isInFull() ? "40" : "1"));

/** Steps of a chain besides one of each kind. */
const FURTHER = isInFull() ? 8 : 1;

/** The `seed/path` that a failure prints. With it, only that chain is played. */
const [SEED = "20261126", PATH = ""] = (process.env["ORGFORM_CHAIN"] ?? "").split("/").filter((part) => part !== "");

const RULE = "loses nothing, sends nothing twice, and tells each change outside once";

/**
 * Terraform can receive a secret in two ways. Resources with secrets use the write-only one, which has more to store.
 * Full runs use both.
 */
function isPlayed(name: string, { engine, definition }: Fixture): boolean {
  const hasSecrets = secretPaths(definition).length > 0;
  const isOther = name === WRITE_ONLY ? !hasSecrets : name === "terraform" && hasSecrets && !isInFull();
  return name.split(",")[0] === engine.name && !isOther;
}

/**
 * Plays random chains of every resource.
 *
 * @param isChosen - whether a file has an engine, by its name; in full, each file takes half an hour
 */
export function describeChains(isChosen: (engine: string) => boolean): void {
  describeRows(
    (fixture) => {
      const stacks = Object.entries(STACKS).filter(([name]) => isPlayed(name, fixture));
      test.each(stacks)(
        `%s: any chain of calls ${RULE}`,
        async (name, make) => {
          const replay = PATH === "" ? { numRuns: RUNS } : { numRuns: 1, path: PATH, endOnFailure: true };
          const details = await playChains(fixture, make, FURTHER, { seed: Number(SEED), ...replay });
          const again = `ORGFORM_CHAIN=${details.seed}/${details.counterexamplePath ?? ""} npx jest test/histories/chains -t '${name}'`;
          const { errorInstance: error } = details;
          const report = [fc.defaultReportMessage(details), error instanceof Error ? error.stack : error, again];
          expect(details.failed ? report.join("\n") : "").toBe("");
        },
        1_200_000,
      );
    },
    (_row, engine) => isChosen(engine.name),
    { dialects: "where requests differ", furtherEngines: "each shape" },
  );
}
