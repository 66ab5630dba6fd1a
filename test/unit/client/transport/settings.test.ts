import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { assertApiKey } from "../../../../src/client/transport/api-key.ts";
import { backoffMs, retryAfterMsFrom } from "../../../../src/client/transport/retry-policy.ts";
import { parseHost } from "../../../../src/client/transport/host.ts";
import { createTransport } from "../../../../src/client/transport/index.ts";
import { proxyFor } from "../../../../src/client/transport/proxy.ts";
import { createRedactor } from "../../../../src/client/transport/redact.ts";
import { CLIENT_VERSION, defaultUserAgent } from "../../../../src/client/transport/transport.ts";

function thrown(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("expected a throw");
}

describe("host", () => {
  it.each([
    ["https://eu.posthog.com", "https://eu.posthog.com", "", false],
    [" https://eu.posthog.com/ ", "https://eu.posthog.com", "", false],
    ["eu.posthog.com", "https://eu.posthog.com", "", false],
    ["https://gw.example:8443/posthog/", "https://gw.example:8443", "/posthog", false],
    ["http://localhost:8010", "http://localhost:8010", "", true],
    ["http://127.1.2.3:80", "http://127.1.2.3", "", true],
    ["http://[::1]:8010", "http://[::1]:8010", "", true],
    ["http://box.localhost:8010", "http://box.localhost:8010", "", true],
    ["HTTPS://EU.posthog.com", "https://eu.posthog.com", "", false],
  ])("reads %s", (host, origin, basePath, isLoopback) => {
    expect(parseHost(host)).toEqual({ origin, basePath, url: origin + basePath, isLoopback });
  });

  it.each([
    ["", /is empty/],
    [undefined, /is empty/],
    ["https://", /is not an address/],
    ["ftp://eu.posthog.com", /has the scheme ftp; expected https/],
    [5, /is empty; expected an address such as https:\/\/eu\.posthog\.com\./],
    [" ", /is empty/],
    [
      "https://me:canary@eu.posthog.com",
      /user name or password in it\. Remove them; the API key is a setting of its own\./,
    ],
    ["https://canary@eu.posthog.com", /user name or password/],
    ["https://:canary@eu.posthog.com", /user name or password/],
    ["https://eu.posthog.com/?a=1", /query or fragment in it; expected only an address such as/],
    ["https://eu.posthog.com/#canary", /query or fragment/],
    ["http://1270.0.0.1.example", /plain http, .* Use https, or set allowInsecureHttp when the network is trusted\./],
    ["http://eu.posthog.com", /plain http/],
    ["http://127.0.0.1.evil.example", /plain http/],
    ["http://localhost.evil.example", /plain http/],
  ])("refuses %s", (host, message) => {
    const error = thrown(() => parseHost(host));
    expect(error).toMatchObject({ name: "HostError", code: "host_invalid", option: "host" });
    expect(String(error)).toMatch(message);
    expect(String(error)).not.toContain("canary");
  });

  it("may be plain http on another machine when that is allowed", () => {
    expect(parseHost("http://posthog.internal", { allowInsecureHttp: true }).origin).toBe("http://posthog.internal");
  });
});

describe("API key", () => {
  it.each([
    [undefined, "No API key is set. Give a personal API key of the service."],
    ["", "No API key is set. Give a personal API key of the service."],
    ["phx canary", "The API key has white space or a line break in it. Copy it again without spaces around it."],
    ["phx_canáry", "The API key has characters that no key of the service has. Copy it again."],
  ])("%j is told what is wrong with it, and what to do", (key, message) => {
    expect(thrown(() => assertApiKey(key))).toMatchObject({ message });
  });

  it.each([undefined, null, 5, "", " ", "phx canary", "phx_canary\n", "phx\tcanary", "phx_canary\u0000", "phx_canáry"])(
    "refuses %j without showing it",
    (key) => {
      const error = thrown(() => assertApiKey(key));
      expect(error).toMatchObject({ name: "ConfigError", code: "api_key_invalid", option: "apiKey" });
      expect(String(error)).not.toMatch(/can[aá]ry/);
    },
  );

  it("takes every visible ASCII character", () => {
    expect(() => assertApiKey("phx_!~azAZ09+/=")).not.toThrow();
  });
});

describe("numbers", () => {
  it.each([
    ["requestTimeoutMs", 0],
    ["requestTimeoutMs", 600_001],
    ["requestTimeoutMs", 1.5],
    ["retryBudgetMs", -1],
    ["requestsPerMinute", 0],
    ["maxBodyBytes", Number.NaN],
    ["maxBodyBytes", "5"],
  ])("refuses %s of %j", (name, value) => {
    const error = thrown(() => createTransport({ host: "https://a.example", apiKey: "phx_x", [name]: value }));
    expect(error).toMatchObject({ code: "option_invalid", option: name });
  });

  it.each([
    ["requestsPerMinute", 1, 1_000_000],
    ["requestsPerHour", 1, 10_000_000],
    ["maxConcurrentReads", 1, 1000],
    ["maxConcurrentWrites", 1, 1000],
    ["requestTimeoutMs", 1, 600_000],
    ["retryBudgetMs", 0, 3_600_000],
    ["maxBodyBytes", 1, 1024 ** 3],
  ])("of %s are taken from %d to %d, and no others", async (name, least, most) => {
    const open = (value: number) => createTransport({ host: "https://a.example", apiKey: "phx_x", [name]: value });
    for (const value of [least, most]) await open(value).close();
    for (const value of [least - 1, most + 1]) {
      expect(String(thrown(() => open(value)))).toContain(
        `The client option ${name} must be an integer from ${least} to ${most}.`,
      );
    }
  });
});

describe("proxy", () => {
  const https = parseHost("https://eu.posthog.com");
  const chosen = (environment: Record<string, string>, host = https): string | undefined =>
    proxyFor(host, environment)?.href;

  it.each([
    [{}, undefined],
    [{ HTTPS_PROXY: "http://p:3128" }, "http://p:3128/"],
    [{ https_proxy: "http://lower:1", HTTPS_PROXY: "http://upper:1" }, "http://lower:1/"],
    [{ HTTPS_PROXY: "p:3128" }, "http://p:3128/"],
    [{ HTTP_PROXY: "http://p:3128" }, undefined],
    [{ HTTPS_PROXY: "http://p", NO_PROXY: "*" }, undefined],
    [{ HTTPS_PROXY: "http://p", NO_PROXY: "a.example, posthog.com" }, undefined],
    [{ HTTPS_PROXY: "http://p", NO_PROXY: ".posthog.com" }, undefined],
    [{ HTTPS_PROXY: "http://p", NO_PROXY: "*.POSTHOG.com" }, undefined],
    [{ HTTPS_PROXY: "http://p", NO_PROXY: "posthog.com:443" }, undefined],
    [{ HTTPS_PROXY: "http://p", NO_PROXY: "posthog.com:8443" }, "http://p/"],
    [{ HTTPS_PROXY: "http://p", NO_PROXY: "hog.com" }, "http://p/"],
    [{ HTTPS_PROXY: "http://p", NO_PROXY: "posthog.com.example eu.posthog.com" }, undefined],
    [{ HTTPS_PROXY: "http://p", NO_PROXY: "*.com.example ,, " }, "http://p/"],
    [{ HTTPS_PROXY: " https://p:3129 " }, "https://p:3129/"],
    [{ HTTPS_PROXY: "  " }, undefined],
  ])("of %j is %s", (environment, expected) => {
    expect(chosen(environment)).toBe(expected);
  });

  it.each([
    ["http://a.example", { HTTP_PROXY: "http://p" }, "http://p/"],
    ["http://a.example", { HTTPS_PROXY: "http://p" }, undefined],
    ["http://a.example", { HTTP_PROXY: "http://p", NO_PROXY: "a.example:80" }, undefined],
    ["http://a.example", { HTTP_PROXY: "http://p", NO_PROXY: "a.example:443" }, "http://p/"],
    ["https://a.example:8443", { HTTPS_PROXY: "http://p", NO_PROXY: "a.example:8443" }, undefined],
    ["https://a.example:8443", { HTTPS_PROXY: "http://p", NO_PROXY: "a.example:443" }, "http://p/"],
    // Nothing between two commas names no host, not even one that ends with a dot.
    ["https://a.example.", { HTTPS_PROXY: "http://p", NO_PROXY: ",b.example," }, "http://p/"],
    ["https://127.0.0.1", { HTTPS_PROXY: "http://p" }, undefined],
  ])("for %s of %j is %s", (host, environment, expected) => {
    expect(chosen(environment, parseHost(host, { allowInsecureHttp: true }))).toBe(expected);
  });

  it.each([
    ["http://operator:canary@p:3128", "operator: [redacted]"],
    ["http://operator@p:3128", "operator: canary"],
  ])("of %s has a password to hide, or none", async (proxy, shown) => {
    const environment = { HTTPS_PROXY: proxy };
    const transport = createTransport({ host: "https://a.example", apiKey: "phx_x", environment });
    expect(transport.redactor.text("operator: canary")).toBe(shown);
    await transport.close();
  });

  it("is refused without showing it when it is no address", () => {
    const error = thrown(() => chosen({ HTTPS_PROXY: "socks5://user:canary@p" }));
    expect(error).toMatchObject({
      code: "proxy_invalid",
      option: "environment",
      message:
        "The environment variable HTTPS_PROXY is not the address of an HTTP proxy; expected one such as http://proxy.example:3128.",
    });
    expect(thrown(() => chosen({ HTTPS_PROXY: "http://canary:port" }))).toMatchObject({ code: "proxy_invalid" });
    expect(String(error)).not.toContain("canary");
  });
});

describe("Retry-After", () => {
  const NOW = Date.parse("2026-11-20T10:00:00Z");
  it.each([
    ["53", 53_000],
    [" 0 ", 0],
    ["Fri, 20 Nov 2026 10:01:30 GMT", 90_000],
    ["Friday, 20-Nov-26 10:01:30 GMT", 90_000],
    ["Fri, 20 Nov 2026 09:00:00 GMT", 0],
    ["", undefined],
    ["5.5", undefined],
    ["-3", undefined],
    ["soon", undefined],
    [undefined, undefined],
  ])("%j is %s ms", (header, expected) => {
    expect(retryAfterMsFrom(header, NOW)).toBe(expected);
  });
});

describe("back-off", () => {
  it("doubles its ceiling up to 20 seconds and uses the whole range below", () => {
    expect([1, 2, 3, 7, 8, 100].map((attempt) => backoffMs(attempt, () => 0.999999))).toEqual([
      249, 499, 999, 15_999, 19_999, 19_999,
    ]);
    expect(backoffMs(5, () => 0)).toBe(0);
  });
});

describe("redaction", () => {
  it("replaces the longest secret first and in every spelling", () => {
    const redactor = createRedactor(["abcd", "abcd/efgh é"]);
    expect(redactor.text("abcd/efgh é abcd%2Fefgh%20%C3%A9 abcd YWJjZA==")).toBe(
      "[redacted] [redacted] [redacted] [redacted]",
    );
  });

  it("knows a secret in other letter case, and in base64 whatever stands around it", () => {
    const secret = "phx_Key+with?some~Length";
    const redactor = createRedactor([secret]);
    for (const before of ["", "a", "ab", "abc"]) {
      const basic = Buffer.from(`${before}${secret}:x`).toString("base64");
      for (const told of [basic, basic.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")]) {
        const left = redactor.text(`Basic ${told}.`);
        expect(left).toContain("[redacted]");
        expect(Buffer.from(left.replace("[redacted]", ""), "base64").toString("latin1")).not.toContain("Key");
        expect(left.length).toBeLessThan(32);
      }
    }
    expect(redactor.text(`no such key: ${secret.toUpperCase()}, ${secret.toLowerCase()}`)).toBe(
      "no such key: [redacted], [redacted]",
    );
    expect(createRedactor(["Prod"]).text("Prod and prod")).toBe("[redacted] and prod");
  });

  it("knows a secret in hexadecimal, and with any of its characters escaped", () => {
    const secret = 'phx_Key é+"some" Length';
    const redactor = createRedactor([secret]);
    const bytes = [...Buffer.from(secret)].map((byte) => byte.toString(16).padStart(2, "0"));
    const units = secret.split("").map((unit) => unit.charCodeAt(0).toString(16).padStart(4, "0"));
    const told = [
      bytes.join(""),
      bytes.join("").toUpperCase(),
      bytes.map((byte) => `%${byte}`).join(""),
      bytes.map((byte) => `%25${byte}`).join(""),
      units.map((unit) => `\\u${unit}`).join(""),
      units.map((unit) => `\\\\u${unit.toUpperCase()}`).join(""),
      encodeURI(secret).replace("K", "%4b"),
      encodeURIComponent(secret).replaceAll("%20", "+").replace("K", "%4b"),
      JSON.stringify(JSON.stringify(secret).slice(1, -1))
        .slice(1, -1)
        .replace("K", String.raw`\u004B`),
      secret.replace("L", String.raw`\x4c`).replace("h", String.raw`\u{68}`),
    ];
    expect(told.map((one) => redactor.text(`no key <${one}>`))).toEqual(told.map(() => "no key <[redacted]>"));
    expect(redactor.text(String.raw`100%25 of \u0041`)).toBe(String.raw`100%25 of \u0041`);
    const short = createRedactor(["Prod"]);
    expect(short.text(String.raw`50726F64 %50%72%6f%64 \u0050\u0072\u006f\u0064 %41prod`)).toBe(
      "[redacted] [redacted] [redacted] %41prod",
    );
  });

  it("leaves values under 4 characters alone", () => {
    expect(createRedactor(["on", ""]).text("on and on")).toBe("on and on");
  });

  it("reaches texts inside of values and keys", () => {
    const redactor = createRedactor(["secret"]);
    expect(redactor.value({ a: ["a secret", 1, null], secret: { b: true } })).toEqual({
      a: ["a [redacted]", 1, null],
      "[redacted]": { b: true },
    });
  });

  it.each<[string, (inner: unknown) => unknown]>([
    ["lists", (inner) => [inner]],
    ["objects", (inner) => ({ a: inner })],
  ])("shows six levels of %s, and hides all that is deeper, even a value that refers to itself", (_what, wrap) => {
    const redactor = createRedactor(["secret"]);
    const nested = (levels: number, inner: unknown): unknown =>
      levels === 0 ? inner : wrap(nested(levels - 1, inner));
    expect(redactor.value(nested(6, "a secret"))).toEqual(nested(6, "a [redacted]"));
    expect(redactor.value(nested(6, ["plain"]))).toEqual(nested(6, "[redacted]"));
    const endless: { own?: unknown } = {};
    endless.own = wrap(endless);
    expect(JSON.stringify(redactor.value(endless))).toContain('"[redacted]"');
  });

  it("makes a cause of anything, with nothing but name, code and words", () => {
    const redactor = createRedactor(["secret"]);
    const error = Object.assign(new AggregateError([new Error("one secret"), "two"], "all"), {
      code: "ECONNREFUSED",
      data: "secret",
    });
    expect(redactor.cause(error)).toMatchObject({
      name: "AggregateError",
      message: "all; one [redacted]; two",
      code: "ECONNREFUSED",
    });
    expect(Object.keys(redactor.cause(error))).toEqual(["code"]);
  });

  it.each([
    ["a secret", "a [redacted]"],
    [404, "404"],
    [0, "0"],
    [true, "true"],
    [false, "false"],
    [undefined, ""],
    [null, ""],
    [Symbol("secret"), ""],
    [["secret"], ""],
  ])("makes a cause of what isn't an error: %p", (thrown, words) => {
    const { cause } = createRedactor(["secret"]);
    expect([cause(thrown).name, cause(thrown).message]).toEqual(["Error", words]);
    expect(cause({ message: thrown }).message).toBe(words);
    expect(cause(new AggregateError([thrown, { message: thrown }], "all")).message).toBe(
      ["all", words, words].filter(Boolean).join("; "),
    );
  });
});

describe("user agent", () => {
  it("names the version of the package", () => {
    const manifest = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    expect(CLIENT_VERSION).toBe(manifest.version);
    expect(defaultUserAgent()).toBe(`orgform/${manifest.version} (node/${process.versions.node})`);
  });
});
