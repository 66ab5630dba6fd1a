import { connect, createServer, type Server, type Socket } from "node:net";

/** A proxy in front of a server that cuts all connections on demand. */
export class CutProxy {
  readonly port: number;
  readonly #server: Server;
  readonly #sockets: Set<Socket>;

  private constructor(server: Server, port: number, sockets: Set<Socket>) {
    this.#server = server;
    this.port = port;
    this.#sockets = sockets;
  }

  static start(target: number): Promise<CutProxy> {
    const sockets = new Set<Socket>();
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
        own.pipe(other);
      }
    });
    return new Promise((done) => {
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as { port: number };
        done(new CutProxy(server, port, sockets));
      });
    });
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): Promise<void> {
    this.cut();
    return new Promise((done) => this.#server.close(() => done()));
  }
}
