import { afterEach, beforeEach, expect, test } from "@jest/globals";

import { type Ledger, startLedger } from "../../../packages/fleet/src/index.ts";
import { TurnBook } from "../../../packages/fleet/src/budget/turn-book.ts";
import { type Api, createClient } from "../../../src/client/client.ts";

const NAME = "current organization";

test("one process has the turn of a credential at a time, in the order of asking", () => {
  const book = new TurnBook();
  const begun: string[] = [];
  const [first, second] = [{}, {}];
  const take = (what: string, credential: string, who: object) =>
    book.take(credential, NAME, who, {
      begin: (hadOthers) => void begun.push(`${what}${hadOthers ? " after others" : ""}`),
    });
  const end = take("a", "key", first);
  const takeBack = take("b", "key", second);
  const endC = take("c", "key", first);
  take("of another key", "other", second);
  expect(begun.splice(0)).toEqual(["a", "of another key"]);
  takeBack();
  end();
  // Once more changes nothing.
  end();
  expect(begun.splice(0)).toEqual(["c"]);
  const endD = take("d", "key", second);
  endC();
  endD();
  take("e", "key", first);
  expect(begun).toEqual(["d after others", "e after others"]);
});

let ledger: Ledger;
const clients: Api[] = [];
beforeEach(async () => {
  ledger = await startLedger();
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await ledger.close();
});

/** The client of a program that the fleet runs. */
function clientOf(organization: string, apiKey = "phx_one"): Api {
  const { ORGFORM_BUDGET: budget } = ledger.environmentFor(organization);
  const client = createClient({ host: "http://127.0.0.1:1", apiKey, budget });
  clients.push(client);
  return client;
}

test("programs of one key wait for each other's turn, those of another key do not", async () => {
  const [one, two, other] = [clientOf("one"), clientOf("two"), clientOf("other", "phx_other")];
  const begun: string[] = [];
  const first = await one.takeTurn(NAME);
  const second = two.takeTurn(NAME).then((lease) => {
    begun.push("two");
    return lease;
  });
  expect((await other.takeTurn(NAME))?.hadOthers).toBe(false);
  expect((await one.takeTurn("something else"))?.hadOthers).toBe(false);
  expect(begun).toEqual([]);
  first?.end();
  expect((await second)?.hadOthers).toBe(true);
});

test("a program that is killed gives its turn back, and one that gives up waiting does not get it", async () => {
  const [killed, ended, next] = [clientOf("killed"), clientOf("ended"), clientOf("next")];
  await killed.takeTurn(NAME);
  const ending = new AbortController();
  const givenUp = ended.takeTurn(NAME, ending.signal);
  ending.abort(new Error("ended by the engine"));
  await expect(givenUp).rejects.toThrow("ended by the engine");
  const turn = next.takeTurn(NAME);
  await killed.close();
  expect((await turn)?.hadOthers).toBe(true);
});

test("without a fleet, and when the fleet has ended, nobody is waited for", async () => {
  const alone = createClient({ host: "http://127.0.0.1:1", apiKey: "phx_one", environment: {} });
  clients.push(alone);
  expect(await alone.takeTurn(NAME)).toBeUndefined();
  const [one, two] = [clientOf("one"), clientOf("two")];
  await one.takeTurn(NAME);
  const waiting = two.takeTurn(NAME);
  await ledger.close();
  expect(await waiting).toBeUndefined();
});
