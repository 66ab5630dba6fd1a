import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** What somebody sent. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server on loopback that keeps what it gets; its answers are chosen by a test. */
export class WebhookReceiver {
  readonly received: Received[] = [];
  /** Status and text of the answer to each request; 200 and no text unless it says otherwise. */
  answer: (request: Received) => { readonly status: number; readonly text?: string } = () => ({ status: 200 });
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server, url: string) {
    this.#server = server;
    this.url = url;
  }

  static async start(): Promise<WebhookReceiver> {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const receiver = new WebhookReceiver(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on("request", (request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const { method = "", url = "", headers } = request;
        const received = { method, path: url, headers, body: Buffer.concat(chunks).toString("utf8") };
        receiver.received.push(received);
        const { status, text = "" } = receiver.answer(received);
        response.writeHead(status).end(text);
      });
    });
    return receiver;
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.closeAllConnections();
    await new Promise<void>((done) => this.#server.close(() => done()));
  }
}
