import { expect, test } from "@jest/globals";

import { createServerClock } from "../../../../src/client/transport/server-clock.ts";
import { createFakeClock } from "../../../support/fake-clock.ts";

test("the service's time continues from its newest Date header, whatever else arrives", () => {
  const clock = createFakeClock();
  const server = createServerClock(clock);
  const told = (header?: string): string | undefined => {
    server.observe(header);
    return server.now()?.toISOString();
  };
  expect([told(), told("soon")]).toEqual([undefined, undefined]);
  expect(told("Fri, 20 Nov 2026 10:00:00 GMT")).toBe("2026-11-20T10:00:00.000Z");
  clock.advance(1_500);
  expect([told(), told("soon"), told("")]).toEqual(Array.from({ length: 3 }, () => "2026-11-20T10:00:01.500Z"));
  expect(told("Fri, 20 Nov 2026 09:00:00 GMT")).toBe("2026-11-20T09:00:00.000Z");
});
