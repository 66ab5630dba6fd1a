import { oneLine } from "../outbox/message.ts";

/** Longest part of a server's answer in a message, in characters. */
const MOST = 200;

/** Causes by the codes of `nodemailer`. @source nodemailer.com/errors */
const CAUSES: Readonly<Record<string, string>> = {
  EAUTH: "it refused the login",
  ENOAUTH: "it wants a login",
  ETLS: "the connection can't be encrypted",
  ETIMEDOUT: "it took too long",
};

/**
 * The reason why a server didn't accept an email: its status and its own words, without user and password. For a login only the status,
 * because a server can repeat parts of it.
 *
 * @param secrets - the longest first
 */
export function refusalWords(error: unknown, secrets: readonly string[]): string {
  const member = (name: string): unknown =>
    typeof error === "object" && error !== null ? Reflect.get(error, name) : undefined;
  // From version 10 on, the code of the system or of OpenSSL is beside that of the library.
  const code = member("originalCode") ?? member("code");
  const cause = CAUSES[String(code)];
  const [status, response] = [member("responseCode"), member("response")];
  const words = typeof response === "string" ? withoutSecrets(response, secrets) : "";
  if (cause === undefined && words !== "") return `it answered "${words}"`;
  const what = cause ?? (typeof code === "string" ? code : "it refused it");
  return typeof status === "number" ? `${what} (status ${status})` : what;
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  const line = oneLine(secrets.reduce((rest, secret) => rest.replaceAll(secret, "[secret]"), text));
  return line.length <= MOST ? line : `${line.slice(0, MOST)} …`;
}
