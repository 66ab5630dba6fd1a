import { createRequire } from "node:module";
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from "@jest/globals";

import { systemClock } from "../../../src/app/clock.ts";
import { connectEngineLog, type EngineLog } from "../../../src/engines/pulumi/dynamic/engine-log.ts";

interface Struct {
  toJavaScript(): Record<string, unknown>;
}

/** One of the SDK's requests. */
interface Request {
  [method: string]: (...values: unknown[]) => unknown;
}

interface Sent {
  readonly severity: number;
  readonly urn: string;
  readonly message: string;
  readonly isEphemeral: boolean;
}

const load = createRequire(__filename);
const requests = load("@pulumi/pulumi/proto/provider_pb") as Record<string, new () => Request>;
const structs = load("google-protobuf/google/protobuf/struct_pb") as {
  Struct: { fromJavaScript(value: object): Struct };
};
const engine = load("@pulumi/pulumi/proto/engine_grpc_pb") as {
  EngineClient: { prototype: { log(request: Record<string, () => never>, done: (error: unknown) => void): void } };
};

const sent: Sent[] = [];
let fails: unknown;
/** Answers that are held back; undefined while each message is answered at once. */
let held: (() => void)[] | undefined;
let log: EngineLog;

beforeAll(() => {
  jest.spyOn(engine.EngineClient.prototype, "log").mockImplementation((request, done) => {
    sent.push({
      severity: request["getSeverity"]!(),
      urn: request["getUrn"]!(),
      message: request["getMessage"]!(),
      isEphemeral: request["getEphemeral"]!(),
    });
    if (held === undefined) done(fails);
    else held.push(() => done(fails));
  });
  log = connectEngineLog(["node", load.resolve("@pulumi/pulumi/cmd/dynamic-provider"), "127.0.0.1:1"]);
});

beforeEach(() => {
  sent.length = 0;
  fails = undefined;
  held = undefined;
});

afterAll(() => {
  jest.restoreAllMocks();
});

/** Reads properties from a request through its getters, as the SDK does. */
function handedOver(name: string, property: string, urn: string): Record<string, unknown> {
  const request = new requests[name]!();
  request["setUrn"]!(urn);
  request[`set${property}`]!(structs.Struct.fromJavaScript({ name: "a" }));
  return (request[`get${property}`]!() as Struct).toJavaScript();
}

describe("a message", () => {
  // The properties with which the SDK calls the provider. @source cmd/dynamic-provider of @pulumi/pulumi 3.248
  test.each([
    ["CheckRequest", "News"],
    ["DiffRequest", "News"],
    ["CreateRequest", "Properties"],
    ["ReadRequest", "Properties"],
    ["UpdateRequest", "News"],
    ["DeleteRequest", "Properties"],
  ])("about a %s is attached to its resource", (request, property) => {
    const properties = handedOver(request, property, `urn:${request}`);
    expect(properties).toEqual({ name: "a" });
    const reporter = log.reporterFor(properties);
    reporter.warn("careful");
    reporter.info("by the way");
    reporter.status("working");
    const urn = `urn:${request}`;
    expect(sent).toEqual([
      { severity: 2, urn, message: "careful", isEphemeral: false },
      { severity: 1, urn, message: "by the way", isEphemeral: false },
      { severity: 1, urn, message: "working", isEphemeral: true },
    ]);
  });

  test("of two resources at once goes to each its own", () => {
    const [one, two] = ["urn:1", "urn:2"].map((urn) => handedOver("CreateRequest", "Properties", urn));
    log.reporterFor(two).warn("two");
    log.reporterFor(one).warn("one");
    expect(sent.map(({ urn, message }) => [urn, message])).toEqual([
      ["urn:2", "two"],
      ["urn:1", "one"],
    ]);
  });

  test.each([undefined, null, "text", { name: "a" }])("about %j goes to the stack", (properties) => {
    log.reporterFor(properties).warn("careful");
    expect(sent.map(({ urn }) => urn)).toEqual([""]);
  });

  test("that does not arrive harms nothing", () => {
    fails = new Error("engine is gone");
    expect(() => log.reporterFor(undefined).warn("careful")).not.toThrow();
    expect(sent).toHaveLength(1);
  });

  test.each([undefined, new Error("engine is gone")])(
    "is waited for until each has arrived, whatever the engine answers: %s",
    async (failure) => {
      fails = failure;
      held = [];
      const order: string[] = [];
      for (const text of ["one", "two"]) log.reporterFor(undefined).info(text);
      const all = log.delivered().then(() => order.push("delivered"));
      for (const answer of held) {
        await new Promise(setImmediate);
        order.push("answered");
        answer();
      }
      await all;
      expect(order).toEqual(["answered", "answered", "delivered"]);
      // What has arrived isn't waited for again.
      held = [];
      await log.delivered();
    },
  );

  test("is waited for no longer than ten seconds", async () => {
    held = [];
    const waits: unknown[] = [];
    const sleep = jest.spyOn(systemClock, "sleep").mockImplementation((ms) => {
      waits.push(ms);
      return Promise.resolve();
    });
    log.reporterFor(undefined).warn("never answered");
    await log.delivered();
    sleep.mockRestore();
    expect(waits).toEqual([10_000]);
    for (const answer of held) answer();
  });

  test("tells the stack and the project of the resource that came last", () => {
    expect(connectEngineLog(["node", __filename]).stack?.()).toBeUndefined();
    for (const stack of ["urn:pulumi:dev::acme", "urn:pulumi:é-1::my.project"]) {
      handedOver("DeleteRequest", "Properties", `${stack}::a:index:B$pulumi-nodejs:dynamic:Resource::x::y`);
      expect(log.stack?.()).toBe(stack);
    }
    // Olds are read, too, and the SDK calls no provider with them.
    const request = new requests["UpdateRequest"]!();
    request["setUrn"]!("urn:pulumi:other::x::t::n");
    request["setOlds"]!(structs.Struct.fromJavaScript({ name: "a" }));
    (request["getOlds"]!() as Struct).toJavaScript();
    expect(log.stack?.()).toBe("urn:pulumi:é-1::my.project");
  });

  test("of a request without properties is none", () => {
    const request = new requests["CreateRequest"]!();
    expect(request["getProperties"]!()).toBe(undefined);
  });
});

describe("without the engine", () => {
  test.each([[["node"]], [["node", "/nowhere/main.js", "127.0.0.1:1"]], [["node", __filename]]])(
    "messages go to the console (%#)",
    async (argv) => {
      await connectEngineLog(argv).delivered();
      const lines: unknown[] = [];
      const print = jest.spyOn(console, "error").mockImplementation((line) => void lines.push(line));
      const reporter = connectEngineLog(argv).reporterFor({});
      reporter.warn("careful");
      reporter.info("by the way");
      reporter.status("working");
      print.mockRestore();
      expect(lines).toEqual(["warning: careful", "by the way"]);
      expect(sent).toEqual([]);
    },
  );
});
