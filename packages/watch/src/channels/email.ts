import { hostname } from "node:os";

import type { Sender } from "./channel.ts";
import { messageText } from "./lines.ts";
import { ChannelError, secretText } from "./secret-text.ts";

/** The used part of `nodemailer`. @source nodemailer.com/smtp, nodemailer.com/message */
interface Mailer {
  createTransport(url: string): { sendMail(mail: object): Promise<unknown>; close(): void };
}

const NAME: string = "nodemailer";

const MISSING =
  "e-mail needs the package nodemailer, which is not installed: run `npm install nodemailer` and this command again";

/** Time limits for the parts of a conversation, in milliseconds; the default of `nodemailer` is ten minutes. @source nodemailer.com/smtp */
const LIMITS_MS = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Sends a message by SMTP; its ID is that of the mail, too, so that a second copy is seen as one. */
export const sendEmail: Sender<"email"> = async (message, channel, { environment }) => {
  const { title, lines, more } = messageText(message, channel);
  const transport = (await mailer()).createTransport(limited(secretText(channel.server, environment)));
  try {
    await transport.sendMail({
      from: channel.from,
      to: channel.to,
      subject: title,
      text: [...lines.map(({ text }) => `- ${text}`), ...(more === undefined ? [] : [more]), ""].join("\n"),
      messageId: `<${message.id}@${hostname()}>`,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  } catch (error) {
    throw new ChannelError(`the server didn't accept the email: ${codeOf(error)}`);
  } finally {
    transport.close();
  }
};

/** The URL, with these limits unless it sets its own. */
export function limited(url: string): string {
  if (!URL.canParse(url)) return url;
  const parts = new URL(url);
  for (const [name, ms] of Object.entries(LIMITS_MS)) {
    if (!parts.searchParams.has(name)) parts.searchParams.set(name, String(ms));
  }
  return parts.href;
}

async function mailer(): Promise<Mailer> {
  let loaded: { readonly default?: unknown };
  try {
    loaded = (await import(NAME)) as { readonly default?: unknown };
  } catch (error) {
    throw new ChannelError(MISSING, { cause: error });
  }
  if (isMailer(loaded.default)) return loaded.default;
  if (isMailer(loaded)) return loaded;
  throw new ChannelError("the installed nodemailer isn't one of the supported versions, 6 to 8");
}

function isMailer(value: unknown): value is Mailer {
  return typeof value === "object" && value !== null && "createTransport" in value;
}

/** Only the error code: the library's message contains the user's name and the server's response. */
function codeOf(error: unknown): string {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "the server refused it";
}
