import { describe, expect, test } from "@jest/globals";

import { ListEnd } from "../../../src/client/list-end.ts";

const MINUTE_MS = 60_000;
const PAGE = { fresh: 5, rows: 5, count: null, pageSize: 5 };

const endless = (why: string, pages: number, more: object) =>
  expect.objectContaining({
    code: "list_endless",
    route: "/things/",
    message:
      `The list /things/ has more pages than is possible: ${why}, after ${pages} pages. ` +
      "Orgform drew no conclusion from it. Run again. If it happens again, report it to the operators of the service.",
    ...more,
  });

describe("a list is endless", () => {
  test("after two pages in a row without anything new, and not after two with something between", () => {
    const end = new ListEnd("/things/");
    for (const fresh of [5, 0, 1, 0]) end.next({ ...PAGE, fresh });
    expect(() => end.next({ ...PAGE, fresh: 0 })).toThrow(
      endless("2 pages in a row brought nothing new", 5, { count: null, rows: 5 }),
    );
  });

  test("once it gave more than a page over what it announced", () => {
    const end = new ListEnd("/things/");
    end.next({ ...PAGE, rows: 15, count: 10 });
    end.next({ ...PAGE, rows: 1_000, count: null });
    expect(() => end.next({ ...PAGE, rows: 16, count: 10 })).toThrow(
      endless("it announced 10 rows and gave 16", 3, { count: 10, rows: 16 }),
    );
  });

  test("after a quarter of an hour since its first page, if its time counts", () => {
    const time = { ms: 7 };
    const end = new ListEnd("/things/", () => time.ms);
    time.ms += 15 * MINUTE_MS;
    end.next(PAGE);
    time.ms += 1;
    expect(() => end.next(PAGE)).toThrow(endless("it has not ended within 15 minutes", 2, { count: null, rows: 5 }));
  });
});
