import { parsedUrl } from "../parsed-url.generated.ts";
import { ChannelError } from "./secret-text.ts";

/** Time limits for the parts of a conversation, in milliseconds; the default of `nodemailer` is ten minutes. @source nodemailer.com/smtp */
const LIMITS_MS = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Options with which `nodemailer` prints conversations, which contain addresses and logins. @source nodemailer.com/smtp */
const PRINTING = ["logger", "debug", "transactionLog"];

/** Options that choose whether a connection is encrypted. @source nodemailer.com/smtp */
const ENCRYPTING = ["secure", "requireTLS", "ignoreTLS", "opportunisticTLS"];

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u;

/** The URL of an SMTP server. @throws ChannelError without the URL, which can contain a password */
export function serverUrl(text: string): string {
  if (/^smtps?:$/u.test(parsedUrl(text)?.protocol ?? "")) return text;
  throw new ChannelError(
    "the URL of the server isn't of the form smtps://user:password@host. Percent-encode characters such as / and # of the password",
  );
}

/**
 * The URL of a server with safe options, unless it sets its own: time limits, and with a password an encrypted connection, because
 * `nodemailer` sends a password in clear if the server offers no encryption. Conversations are never printed.
 */
export function safeServer(url: string): string {
  const parts = new URL(url);
  const { searchParams } = parts;
  for (const [name, ms] of Object.entries(LIMITS_MS)) if (!searchParams.has(name)) searchParams.set(name, String(ms));
  for (const name of PRINTING) searchParams.delete(name);
  const isChosen = ENCRYPTING.some((name) => searchParams.has(name));
  const hasPassword = parts.username !== "" || parts.password !== "";
  if (hasPassword && !isChosen && !LOOPBACK.test(parts.hostname)) searchParams.set("requireTLS", "true");
  return parts.href;
}

/** The user and the password of a URL, in every form in which a server could repeat them; the longest first. */
export function serverSecrets(url: string): string[] {
  const { username, password } = new URL(url);
  const [user, word] = [decoded(username), decoded(password)];
  const texts = [user, word, `\0${user}\0${word}`].flatMap((text) => {
    const bytes = Buffer.from(text);
    // Before version 9, `nodemailer` reads answers as Latin 1.
    return [text, bytes.toString("latin1"), bytes.toString("base64")];
  });
  return [...new Set([...texts, username, password])]
    .filter((text) => text !== "" && !text.startsWith("\0") && text !== "AAA=")
    .toSorted((one, other) => other.length - one.length);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
