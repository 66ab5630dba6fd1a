import { connect, createServer, type Server, type Socket } from "node:net";

/** A proxy in front of a server that cuts all connections on demand. */
export class CutProxy {
  readonly port: number;
  readonly #server: Server;
  readonly #sockets: Set<Socket>;
  /** How many of the server's next answers are lost, each with its connection. */
  readonly #lost: { next: number };

  private constructor(server: Server, port: number, sockets: Set<Socket>, lost: { next: number }) {
    this.#lost = lost;
    this.#server = server;
    this.port = port;
    this.#sockets = sockets;
  }

  /** @param port - of an earlier one; any by default */
  static start(target: number, port = 0): Promise<CutProxy> {
    const sockets = new Set<Socket>();
    const lost = { next: 0 };
    const server = createServer((near) => {
      const far = connect(target, "127.0.0.1");
      for (const [own, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(own);
        own.on("error", () => undefined);
        own.on("close", () => {
          sockets.delete(own);
          other.destroy();
        });
      }
      near.pipe(far);
      far.on("data", (part: Buffer) => {
        if (lost.next === 0) return void near.write(part);
        lost.next -= 1;
        near.destroy();
      });
    });
    return new Promise((done) => {
      server.listen(port, "127.0.0.1", () => {
        const { port: own } = server.address() as { port: number };
        done(new CutProxy(server, own, sockets, lost));
      });
    });
  }

  /** The server does what it's told, and its next answers never arrive. */
  lose(answers: number): void {
    this.#lost.next = answers;
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): Promise<void> {
    this.cut();
    return new Promise((done) => this.#server.close(() => done()));
  }
}
