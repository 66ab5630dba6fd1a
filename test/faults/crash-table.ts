import { expect, test } from "@jest/globals";

import { fieldsOf } from "../../src/model/definition.ts";
import { MADE_UP_ROWS } from "../support/boxes/rows.ts";
import { type Extent, hasRequestsOfItsOwn } from "../support/conformance-cells.ts";
import { ENGINES } from "../support/conformance-engine.ts";
import { checked, describeCells, describeRows, type Fixture } from "../support/conformance-table.ts";
import { appliedPosts, interrupt, type Outcome } from "../support/scenario-crash.ts";
import { type Breakage, BREAKAGES, kindOfChange, kindOfRequest, type RequestKind } from "../support/scenario-faults.ts";
import { isInFull } from "../support/extent.ts";
import type { Row } from "../support/conformance-row.ts";
import { requestsFor, ROWS, type Verb, VERBS } from "../support/conformance-rows.ts";
import { routesOf } from "../support/scenario-world.ts";
import type { Dialect, FaultSpec } from "../../packages/sandbox/src/index.ts";

/** The service of the made-up resources, which is the same in every dialect. */
const MADE_UP_DIALECT: Dialect = "2026-09";

/** The part of the table for a daily run. Made-up resources cover the rest, under every engine. */
const EXTENT: Extent = { dialects: "where requests differ", furtherEngines: "none", families: true };

/** Those that reach an engine's own code or a resource's own rules: an answer lost, a wrong one, a failed run, a kill. */
export const isForEach = ({ kills, fault }: Breakage): boolean =>
  kills === true || fault.kind === "reset-after" || fault.kind === "wrong-content-type";

/**
 * Those of them that a read can tell apart. A read that is lost is sent again, and one of a killed process leaves the same
 * whether it was answered or not: before the first write it leaves what a failed one leaves.
 *
 * A resource can miss a response from before the last write, as its row says with the reason.
 */
function isForRead({ kills, fault }: Breakage, isBehind: boolean): boolean {
  const isKill = kills === true && fault.kind === "delay-after";
  return fault.kind === "wrong-content-type" || fault.kind === "stale" || (isKill && isBehind);
}

/** Those that an engine after the first can tell apart: a run that fails, one that is mended, and a killed process. */
function isForEngine({ kills, fault }: Breakage, isReading: boolean): boolean {
  const isMended = fault.kind === "reset-after" || (kills === true && fault.kind === "delay-after");
  return fault.kind === "wrong-content-type" || (!isReading && isMended);
}

/**
 * The breakages that a request of a verb meets. What mends a request is the same code for all of them, and knows of the
 * verb, of what the request is, and of what came before and comes after: under the first engine the first request of a
 * made-up resource in each such place meets every kind, and under the others those kinds that they can tell apart.
 * Everything else meets what reaches its own rules, under the first engine. In full, every request meets every kind under
 * the first engine, and what reaches a rule or an engine under the others.
 */
function breakagesFor({ engine, row, dialect }: Fixture, verb: Verb, index: number): readonly Breakage[] {
  const isFirst = engine === ENGINES[0];
  const isMadeUp = row.definition !== undefined;
  if (isInFull()) return isFirst || isMadeUp ? BREAKAGES : BREAKAGES.filter(isForEach);
  const isInItsPlace = FIRST_IN_PLACE.has(nameOf(row, dialect, verb, index));
  if (isFirst && isInItsPlace) return BREAKAGES;
  const requests = requestsFor(row, verb, dialect);
  if (!isFirst) return isInItsPlace ? BREAKAGES.filter((one) => isForEngine(one, isRead(requests[index]))) : [];
  if (!isRead(requests[index])) return BREAKAGES.filter(isForEach);
  const isBehind = requests.slice(0, index).some((one) => !isRead(one));
  return BREAKAGES.filter((one) => isForRead(one, isBehind));
}

const methodOf = (request: string): string => request.split(" ")[0] ?? "";

const isRead = (request = ""): boolean => request.startsWith("GET ");

/** Requests of made-up resources without an equal earlier request, by {@link nameOf}. */
const FIRST_IN_PLACE: ReadonlySet<string> = firstInPlace();

function firstInPlace(): Set<string> {
  const firsts = new Map<string, string>();
  for (const row of MADE_UP_ROWS) {
    for (const verb of VERBS) {
      const requests = requestsFor(row, verb, MADE_UP_DIALECT);
      for (const index of requests.keys()) {
        const place = placeOf(requests, verb, index);
        if (!firsts.has(place)) firsts.set(place, nameOf(row, MADE_UP_DIALECT, verb, index));
      }
    }
  }
  return new Set(firsts.values());
}

function nameOf({ resource, variant = "" }: Row, dialect: Dialect, verb: Verb, index: number): string {
  return [resource, variant, dialect, verb, index].join(" ");
}

/** The kind of a request to the provider, with the kinds before and after it. */
function placeOf(requests: readonly string[], verb: Verb, index: number): string {
  const around = [requests[index - 1], requests[index], requests[index + 1]];
  return [verb, ...around.map((one) => (one === undefined ? "none" : kindIn(verb, one)))].join(" ");
}

/**
 * Describes a test for every verb of a resource, every request that it makes, and every way that one goes wrong, for
 * the part of the resources that is due in this file: files are run side by side.
 */
export function describeCrashes(part: number, parts: number): void {
  const resources = ROWS.map(({ resource }) => resource);
  describeRows(describeVerbs, (row) => resources.indexOf(row.resource) % parts === part, EXTENT);
}

/** Describes the same for every made-up resource under the engine of this number. */
export function describeMadeUpCrashes(number: number): void {
  const cells = ENGINES.slice(number, number + 1).flatMap((engine) =>
    MADE_UP_ROWS.map((row) => ({ row, engine, dialect: MADE_UP_DIALECT })),
  );
  describeCells(cells, describeVerbs);
}

function describeVerbs(fixture: Fixture): void {
  const { row, dialect, engine } = fixture;
  // The engine doesn't see how a create recovers its own earlier attempt.
  const isSeen = (verb: Verb): boolean => isInFull() || engine === ENGINES[0] || verb !== "take over";
  for (const verb of verbsOf(row, dialect).filter(isSeen)) describeVerb(fixture, verb);
}

/**
 * The verbs that go wrong. An item of a family is made in another way than Plugin, whose table is whole; the rest are the
 * same requests. So it is with the protocols of an identity provider. In the newest dialect it is the verbs whose
 * requests are others there; the rest went wrong in every way in the one before.
 */
function verbsOf({ resource, sameAs, variant, definition }: Row, dialect: Dialect): readonly Verb[] {
  if (definition !== undefined) return VERBS;
  const isWhole = sameAs === undefined && (isInFull() || variant === undefined);
  const verbs: readonly Verb[] = isWhole ? VERBS : ["create"];
  return verbs.filter((one) => isInFull() || dialect !== "2026-09" || hasRequestsOfItsOwn(resource, one));
}

function describeVerb(fixture: Fixture, verb: Verb): void {
  const requests = requestsFor(fixture.row, verb, fixture.dialect);
  test(`${verb} makes exactly the requests of the table when nothing goes wrong`, async () => {
    const outcome = await interrupt(fixture, verb, []);
    const asked = routesOf(outcome.requests);
    expect(asked.map(methodOf)).toEqual(requests.map(methodOf));
    // Independent reads run in parallel, so either can come first.
    expect(asked.toSorted()).toEqual(requests.toSorted());
    await expectConverged(fixture, verb, outcome, [1]);
  });
  for (const [index, request] of requests.entries()) {
    const isVain = fixture.row.vainRequests?.includes(request) === true;
    for (const breakage of isVain ? BREAKAGES : breakagesFor(fixture, verb, index)) {
      const fault = faultAt(breakage, requests, index, isPrecededByLook(fixture, verb) ? 1 : 0);
      if (fault === undefined || isBlindTo(fixture, verb, breakage)) continue;
      const needed = runsFor(fixture, isVain ? insteadOf(breakage) : breakage, kindIn(verb, request));
      // A look ahead that fails is made up for by the look before the write.
      const { previewRequests = [], changeReferences = [], checkRequests = [], references = [] } = fixture.row;
      const ahead = verb === "update" ? [...previewRequests, ...changeReferences] : [...checkRequests, ...references];
      const isAhead = verb !== "delete" && index < ahead.length;
      // A look after the write that fails proves nothing, and nothing depends on it.
      const lastRead = requests.findLastIndex((one) => one.startsWith("GET"));
      const lastWrite = requests.findLastIndex((one) => !one.startsWith("GET"));
      const isBehind = fixture.row.looksBehind?.includes(verb) === true && (index > lastWrite || index === lastRead);
      const runs = isAhead || isBehind ? [...new Set([1, ...needed])] : needed;
      test(`${verb} converges in run ${runs.join(" or ")} when request ${index + 1}, ${request}, is ${breakage.name}`, async () => {
        const outcome = await interrupt(fixture, verb, [{ breakage, fault }]);
        expect(outcome.unused).toBe(0);
        await expectConverged(fixture, verb, outcome, runs);
      });
      if (verb !== "create" || breakage.kills !== true || (fixture.engine !== ENGINES[0] && !isInFull())) continue;
      test(`${verb} makes no second object when request ${index + 1}, ${request}, is ${breakage.name} and its record is lost`, async () => {
        const outcome = await interrupt(fixture, verb, [{ breakage, fault }], undefined, true);
        expect(outcome.unused).toBe(0);
        if (outcome.error === undefined) await expectConverged(fixture, verb, outcome, runs);
        else expectLeftAlone(fixture, outcome);
      });
    }
  }
}

/**
 * Without a record, a killed run's object counts as somebody else's. The error names it and the next step, and no
 * second object is created.
 */
function expectLeftAlone({ row, world }: Fixture, { error, declared, requests }: Outcome): void {
  expect(String(error)).toMatch(/exists already\n.*Nothing was written\..*set `adopt[:= ]+"/su);
  expect(appliedPosts(requests)).toHaveLength(1);
  expect(row.count(world, declared)).toBe(1);
}

/** The result of a response after the request was applied, if nothing was applied: the same response instead. */
function insteadOf(breakage: Breakage): Breakage {
  const { kind, status } = breakage.fault;
  if (kind !== "status-after") return breakage;
  return BREAKAGES.find(({ fault }) => fault.kind === "status" && fault.status === status) ?? breakage;
}

/** The run in which it must be done. A response from before the last write might not matter. */
function runsFor({ definition }: Fixture, breakage: Breakage, kind: RequestKind): readonly number[] {
  const { fault, secondRun, mayHaveMade } = breakage;
  if (fault.kind === "stale") return [1, 2];
  const isLeftToNext = mayHaveMade === true && kind === "create" && definition.naturalKey?.isUnique === false;
  return isLeftToNext || secondRun?.includes(kind) === true ? [2] : [1];
}

/** Whether the row says, with its reason, that the verb misses this fault. */
function isBlindTo({ row }: Fixture, verb: Verb, { fault }: Breakage): boolean {
  const reasons: Partial<Record<Verb, string>> = row.blindWhenStale ?? {};
  return fault.kind === "stale" && reasons[verb] !== undefined;
}

/** Whether the verb starts with a check of the key, as it does if it creates or sends anything. */
function isPrecededByLook({ definition }: Fixture, verb: Verb): boolean {
  if (verb !== "update") return verb !== "delete";
  return fieldsOf(definition, "inputs").some(([, { onChange }]) => onChange !== "replace" && onChange !== "none");
}

/**
 * The fault on the request with an index; undefined if it can't affect that request.
 *
 * @param before - so many reads go before those of the table
 */
function faultAt(
  { fault, only }: Breakage,
  requests: readonly string[],
  index: number,
  before: number,
): FaultSpec | undefined {
  if (only === undefined) return { ...fault, nth: before + index + 1 };
  const reads = requests.slice(0, index + 1).filter((one) => one.startsWith("GET"));
  return requests[index]?.startsWith("GET") === true ? { ...fault, nth: before + reads.length } : undefined;
}

/** Whatever the fault, one of these runs finishes, and each object was created once. */
export async function expectConverged(
  fixture: Fixture,
  verb: Verb,
  outcome: Outcome,
  runs: readonly number[],
): Promise<void> {
  const isObject = fixture.definition.ops.create !== undefined;
  expect(outcome.error).toBeUndefined();
  expect(runs).toContain(outcome.runs);
  // A repeated change replaces the one before. The objects are counted below. A later run that recovers a killed run's
  // object can't see its secrets, and sends them.
  const isChangedByPost = (verb !== "create" || outcome.runs > 1) && fixture.row.changeMethod === "POST";
  const made = isChangedByPost ? [] : appliedPosts(outcome.requests);
  const isCounted = isObject && verb === "create" && isMadeByPost(fixture) && !isChangedByPost;
  expect(made).toHaveLength(isCounted ? 1 : 0);
  if (verb === "delete") expectGone(fixture, outcome, isObject);
  else await expectThere(fixture, outcome, isObject && verb === "create");
}

/** The kind of a request within a verb. A PUT can remove. */
function kindIn(verb: Verb, request: string): RequestKind {
  if (verb === "delete" && request.startsWith("PUT ")) return "delete";
  return verb === "create" ? kindOfRequest(request) : kindOfChange(request);
}

/** A PUT by name can be sent twice without a second object. */
const isMadeByPost = ({ row }: Fixture): boolean => row.changeMethod !== "PUT";

function expectGone({ row, world }: Fixture, outcome: Outcome, isObject: boolean): void {
  const { declared, entry, objects } = outcome;
  expect(entry).toBeUndefined();
  expect(row.count(world, declared)).toBe(row.countAfterDelete);
  expect(objects.after).toBe(objects.before - (isObject && row.countAfterDelete === 0 ? 1 : 0));
}

/** One object, as declared, and nothing left to do. */
async function expectThere(fixture: Fixture, outcome: Outcome, isMade: boolean): Promise<void> {
  const { row, world } = fixture;
  const { declared, entry, objects } = outcome;
  expect(row.count(world, declared)).toBe(1);
  expect(objects.after).toBe(objects.before + (isMade ? 1 : 0));
  const known = entry ?? { id: "", state: {} };
  const run = fixture.start();
  const inputs = await checked(run, row, declared, entry?.inputs);
  const read = await run.read(row.resource, known);
  expect(read).toEqual({ id: known.id, state: known.state, inputs });
  expect(await run.diff(row.resource, read ?? known, inputs)).toEqual({ changes: false, replaces: [] });
}
