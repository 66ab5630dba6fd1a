import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A comment or an issue, as a forge has it. */
export interface Row {
  readonly [field: string]: unknown;
}

/** A forge that keeps rows under the paths that it is asked for, with an account that writes as `author`. */
export class FakeForge {
  readonly writes: string[] = [];
  readonly rows = new Map<string, Row[]>();
  readonly #server: Server;
  /** Answered in place of anything else. */
  refusal: number | undefined;
  readonly #author: Row;

  constructor(author: Row) {
    this.#author = author;
    this.#server = createServer((request, response) => {
      void this.#answer(request).then(([status, body]) => response.writeHead(status).end(JSON.stringify(body)));
    });
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): Promise<unknown> {
    return new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage): Promise<[number, unknown]> {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://127.0.0.1");
    if (this.refusal !== undefined) return [this.refusal, { message: "no" }];
    if (pathname === "/user") return [200, { id: 7 }];
    if (request.method === "GET") {
      const page = Number(searchParams.get("page"));
      return [200, (this.rows.get(pathname) ?? []).slice((page - 1) * 100, page * 100)];
    }
    const body = JSON.parse(await text(request)) as Row;
    this.writes.push(`${request.method} ${pathname} ${Object.keys(body).join()}`);
    if (request.method === "POST") this.rows.set(pathname, [...(this.rows.get(pathname) ?? []), this.row(body)]);
    return [200, {}];
  }

  /** A row of our own. */
  row(fields: Row): Row {
    return { id: 501, iid: 12, number: 12, ...this.#author, ...fields };
  }
}
