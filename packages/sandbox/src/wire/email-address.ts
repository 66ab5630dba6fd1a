/** Characters of an address before the @, unless they are quoted; ASCII only. */
const ATOM = "[-!#$%&'*+/=?^_`{}|~0-9A-Za-z]+";
const QUOTED = String.raw`"(?:[\u0001-\u0008\u000b\u000c\u000e-\u001f!#-\[\]-\u007f]|\\[\u0001-\u0009\u000b\u000c\u000e-\u007f])*"`;
/** A label of a host; letters can be of any script. */
const LABEL = String.raw`[\p{L}\p{N}](?:[-\p{L}\p{M}\p{N}]{0,61}[\p{L}\p{M}\p{N}])?`;
const LAST_LABEL = String.raw`[-\p{L}\p{M}\p{N}]{2,63}(?<!-)`;

/**
 * Email addresses that the service accepts: a name of ASCII characters or a quoted name, then a host with at least two
 * labels.
 * @source live service 2025-08, flow 3:54-69
 */
export const EMAIL_ADDRESS = {
  matches: new RegExp(`^(?:${ATOM}(?:\\.${ATOM})*|${QUOTED})@(?:localhost|(?:${LABEL}\\.)+${LAST_LABEL})$`, "u"),
  detail: "Enter a valid email address.",
};
