import { hostname } from "node:os";

import type { Channel } from "../file/watch-schema.ts";
import type { Message } from "../outbox/message.ts";
import type { Sender } from "./channel.ts";
import { refusalWords } from "./email-refusal.ts";
import { keepRefused, refusedOf } from "./email-refused.ts";
import { safeServer, serverSecrets, serverUrl } from "./email-server.ts";
import { messageText } from "./lines.ts";
import { ChannelError, secretText } from "./secret-text.ts";

/** What a server says about the recipients. @source nodemailer.com/usage */
interface Sent {
  readonly rejected?: readonly string[];
  readonly rejectedErrors?: readonly unknown[];
}

/** The used part of `nodemailer`. @source nodemailer.com/smtp, nodemailer.com/message */
interface Mailer {
  createTransport(url: string): { sendMail(mail: object): Promise<Sent>; close(): void };
}

type EmailChannel = Extract<Channel, { readonly type: "email" }>;

const NAME: string = "nodemailer";

const MISSING =
  "e-mail needs the package nodemailer, which is not installed: run `npm install nodemailer` and this command again";

/**
 * Sends a message by SMTP; its ID is that of the mail, too, so that a second copy is seen as one. If the server refuses some of the
 * recipients, only they are tried again.
 */
export const sendEmail: Sender<"email"> = async (message, channel, { environment, store }) => {
  const url = serverUrl(secretText(channel.server, environment));
  const refused = await refusedOf(message.id, store);
  const waiting = refused?.filter((address) => isStillIn(channel.to, address));
  const mail = { ...mailOf(message, channel), ...(waiting && { envelope: { from: channel.from, to: waiting } }) };
  const { rejected = [], rejectedErrors = [] } = waiting?.length === 0 ? {} : await sent(url, mail);
  if (refused !== undefined || rejected.length > 0) await keepRefused(message.id, rejected, store);
  if (rejected.length === 0) return;
  const why = refusalWords(rejectedErrors[0], serverSecrets(url));
  throw new ChannelError(`the server accepted the email, but not for ${rejected.join(", ")}: ${why}`);
};

function mailOf(message: Message, channel: EmailChannel): object {
  const { title, lines, more } = messageText(message, channel);
  return {
    from: channel.from,
    to: channel.to,
    subject: title,
    text: [...lines.map(({ text }) => `- ${text}`), ...(more === undefined ? [] : [more]), ""].join("\n"),
    messageId: `<${message.id}@${hostname()}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Whether a refused address is still in the watch file. There, international domains have another form than on the wire. */
function isStillIn(to: readonly string[], address: string): boolean {
  const wanted = address.toLowerCase();
  // Whole addresses are compared, because bo@acme.example is also the end of jimbo@acme.example.
  const addresses = to.flatMap((one) => one.toLowerCase().split(/[\s,;<>"]+/u));
  return /[@.]xn--/u.test(wanted) || addresses.includes(wanted);
}

/** @throws ChannelError */
async function sent(url: string, mail: object): Promise<Sent> {
  const transport = (await mailer()).createTransport(safeServer(url));
  try {
    return await transport.sendMail(mail);
  } catch (error) {
    throw new ChannelError(`the server didn't accept the email: ${refusalWords(error, serverSecrets(url))}`);
  } finally {
    transport.close();
  }
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
  throw new ChannelError("the installed nodemailer isn't one of the supported versions, 6 to 10");
}

function isMailer(value: unknown): value is Mailer {
  return typeof value === "object" && value !== null && "createTransport" in value;
}
