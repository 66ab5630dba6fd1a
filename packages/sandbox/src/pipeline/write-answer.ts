import type { ServerResponse } from "node:http";
import type { Delivery } from "../faults/apply-fault.ts";

/**
 * Writes the outcome of a request: a response, a truncated response, or a connection reset.
 */
export function writeDelivery(
  response: ServerResponse,
  method: string,
  delivery: Delivery,
  nowMs: number,
): number | null {
  const { answer } = delivery;
  if (answer === undefined) {
    response.socket?.resetAndDestroy();
    return null;
  }
  const hasText = answer.text !== undefined || answer.body !== undefined;
  const bytes = Buffer.from(answer.text ?? (hasText ? JSON.stringify(answer.body) : ""), "utf8");
  if (delivery.truncated === true && bytes.length === 0) {
    // There is no body to truncate, so the connection ends before the status line instead.
    response.socket?.destroy();
    return null;
  }
  const headers: Record<string, string> = hasText ? { "Content-Type": "application/json" } : {};
  // Clients determine the age of objects by this header, so it must follow the sandbox's clock, not the machine's.
  headers["Date"] = new Date(nowMs).toUTCString();
  Object.assign(headers, answer.headers);
  if (answer.status !== 204) headers["Content-Length"] = String(bytes.length);
  response.writeHead(answer.status, headers);
  if (delivery.truncated === true) {
    response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.socket?.destroy());
  } else {
    response.end(method === "HEAD" ? undefined : bytes);
  }
  return answer.status;
}
