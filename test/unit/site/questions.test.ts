import { expect, test } from "@jest/globals";

import { askedAsPeopleDo, wordsOf } from "../../../scripts/site/questions.ts";

const PAGES: Readonly<Record<string, string>> = {
  faq: "rotate api key replace",
  secrets: "api key secret",
  people: "invite expired key",
};

/** An engine that finds pages with every word of a query. */
function engine(asked: (string | null)[] = []) {
  return (words: string | null) => {
    asked.push(words);
    const wanted = (words ?? "").split(" ");
    const found = Object.entries(PAGES).filter(([, text]) => wanted.every((word) => text.split(" ").includes(word)));
    return Promise.resolve({ results: found.map(([id]) => ({ id, score: 1 })), total: 3 });
  };
}

const ids = async (question: string): Promise<string[]> =>
  ((await askedAsPeopleDo(question, engine()))?.results ?? []).map(({ id }) => id);

test.each([
  ["How do I rotate the API key?", ["rotate", "api", "key"]],
  ["unconfirmed_absence", ["unconfirmed", "absence"]],
  ["what is it", ["what", "is", "it"]],
])("%s is about %j", (question, words) => {
  expect(wordsOf(question)).toEqual(words);
});

test("pages with every telling word come first, and are enough when there are some of them", async () => {
  expect(await ids("how do I rotate my API key")).toEqual(["faq", "secrets"]);
  const many = Array.from({ length: 5 }, (_, index) => ({ id: `page ${index}`, score: 1 }));
  const asked: (string | null)[] = [];
  const answer = await askedAsPeopleDo("how do I rotate my API key", (words) => {
    asked.push(words);
    return Promise.resolve({ results: many });
  });
  expect([answer, asked]).toEqual([{ results: many }, ["rotate api key"]]);
});

test("where no page has all words, those with most of them are found, rare words before common ones", async () => {
  expect(await ids("rotate the api key yearly")).toEqual(["faq", "secrets"]);
  expect(await ids("expired secret")).toEqual(["people", "secrets"]);
  expect(await ids("nothing known")).toEqual([]);
});

test("a search that a newer one has overtaken gives nothing, and one without words is the engine's", async () => {
  expect(await askedAsPeopleDo("expired secret", () => Promise.resolve(null))).toBe(null);
  expect((await askedAsPeopleDo(null, engine()))?.results).toEqual([]);
});
