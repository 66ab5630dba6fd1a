import { parsedUrl } from "../../client/transport/parsed-url.ts";
import { fieldName, message, type Text } from "../../model/messages.ts";
import { validityOf } from "./certificate.ts";

/** The SAML inputs that the service accepts unchecked, and the names of their fields. */
interface SamlGiven {
  readonly acsUrl: readonly [string, unknown];
  readonly x509Cert: readonly [string, unknown];
}

/** Why nobody can sign in with settings that the service accepts unchecked. Skips unknown values. */
export function samlWarnings({ acsUrl, x509Cert }: SamlGiven, nowMs: number): Text[] {
  return [...addressWarnings(...acsUrl), ...certificateWarnings(...x509Cert, nowMs)];
}

function addressWarnings(name: string, value: unknown): Text[] {
  if (typeof value !== "string" || value.trim() === "" || isWebAddress(value.trim())) return [];
  return [
    message`${fieldName(name)} isn't a URL: ${JSON.stringify(value)}\nThe service accepts it, and sends everyone who signs in to that address. Set the URL of the identity provider's sign-in page, such as "https://idp.example/sso".`,
  ];
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/]/iu.test(text) && parsedUrl(text) !== undefined;
}

function certificateWarnings(name: string, value: unknown, nowMs: number): Text[] {
  if (typeof value !== "string" || value.trim() === "") return [];
  const validity = validityOf(value);
  if (validity === undefined) {
    return [
      message`${fieldName(name)} is not a certificate in PEM form\nThe service accepts it, and nobody can sign in with it. Give the whole text from "-----BEGIN CERTIFICATE-----" to "-----END CERTIFICATE-----".`,
    ];
  }
  const { fromMs, untilMs } = validity;
  if (nowMs > untilMs) {
    return [
      message`${fieldName(name)} expired at ${timeText(untilMs)}\nGet the current certificate from the identity provider.`,
    ];
  }
  if (nowMs < fromMs) return [message`${fieldName(name)} is not valid before ${timeText(fromMs)}`];
  return [];
}

function timeText(ms: number): string {
  return new Date(ms).toISOString().replace(".000Z", "Z");
}
