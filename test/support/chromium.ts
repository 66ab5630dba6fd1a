import { type ChildProcess, spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Readable, Writable } from "node:stream";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "chrome"];
const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"];

type Reply = { readonly id?: number; readonly result?: unknown; readonly error?: { readonly message: string } };

/** The browser that `ORGFORM_CHROMIUM` names, else one on PATH. */
export function findChromium(): string | undefined {
  const named = process.env["ORGFORM_CHROMIUM"];
  if (named !== undefined) return named;
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** One page in a headless browser, driven through the browser's own pipe: no port, no library. */
export class ChromiumPage {
  private readonly profile: string;
  private readonly child: ChildProcess;
  private readonly ended: Promise<unknown>;
  private readonly waiting = new Map<number, (reply: Reply) => void>();
  private session: string | undefined;
  private calls = 0;

  private constructor(program: string) {
    this.profile = mkdtempSync(join(tmpdir(), "orgform-chromium-"));
    const args = [...FLAGS, "--remote-debugging-pipe", `--user-data-dir=${this.profile}`];
    // A separate process group, so the browser's many processes can be ended together.
    this.child = spawn(program, args, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"], detached: true });
    this.ended = new Promise((resolve) => {
      this.child.once("exit", resolve).once("error", resolve);
    });
    let rest = "";
    (this.child.stdio[4] as Readable).setEncoding("utf8").on("data", (text: string) => {
      const messages = (rest + text).split("\0");
      rest = messages.pop() ?? "";
      for (const message of messages) this.take(JSON.parse(message) as Reply);
    });
  }

  /** Starts a browser and opens an address in it. */
  static async open(program: string, url: string): Promise<ChromiumPage> {
    const page = new ChromiumPage(program);
    const { targetId } = (await page.call("Target.createTarget", { url })) as { targetId: string };
    const attached = await page.call("Target.attachToTarget", { targetId, flatten: true });
    page.session = (attached as { sessionId: string }).sessionId;
    return page;
  }

  /** Value of an expression in the page. */
  async evaluate(expression: string): Promise<unknown> {
    const { result } = (await this.call("Runtime.evaluate", {
      expression,
      returnByValue: true,
      awaitPromise: true,
    })) as {
      result: { value?: unknown };
    };
    return result.value;
  }

  /** Waits until an expression is true in the page; on failure, reports the page's contents. */
  async until(expression: string, limitMs = 15_000): Promise<void> {
    const endMs = Date.now() + limitMs;
    while ((await this.evaluate(expression)) !== true) {
      if (Date.now() > endMs) {
        const shown = String(await this.evaluate("document.body.innerText"));
        throw new Error(`never true: ${expression}; the page shows:\n${shown}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** Goes to an address and waits until it is shown. */
  async go(url: string): Promise<void> {
    await this.call("Page.navigate", { url });
    await this.until(`location.href.startsWith(${JSON.stringify(url)}) && document.readyState === "complete"`);
  }

  /** Sets the page's size in pixels, and the system's preference for light or dark. */
  async show(width: number, height: number, theme: "light" | "dark" = "light"): Promise<void> {
    await this.call("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: width < 600 });
    await this.call("Emulation.setEmulatedMedia", {
      media: "",
      features: [{ name: "prefers-color-scheme", value: theme }],
    });
  }

  /** Shows the page as it would be on paper, until the next `show`. */
  async print(): Promise<void> {
    await this.call("Emulation.setEmulatedMedia", { media: "print" });
  }

  /** Presses a key, such as `Tab` or `ArrowRight`, alone or together with Control. */
  async press(key: string, held?: "Control"): Promise<void> {
    const code = { Tab: 9, Enter: 13, Escape: 27, ArrowLeft: 37, ArrowRight: 39 }[key];
    const event = { key, code: key, windowsVirtualKeyCode: code, modifiers: held === "Control" ? 2 : 0 };
    await this.call("Input.dispatchKeyEvent", { type: "rawKeyDown", ...event });
    await this.call("Input.dispatchKeyEvent", { type: "keyUp", ...event });
  }

  /** Types a text at the page's focus. */
  async type(text: string): Promise<void> {
    await this.call("Input.insertText", { text });
  }

  /** The page as PNG. */
  async screenshot(): Promise<Buffer> {
    const { data } = (await this.call("Page.captureScreenshot", { format: "png" })) as { data: string };
    return Buffer.from(data, "base64");
  }

  async close(): Promise<void> {
    if (this.child.pid !== undefined) process.kill(-this.child.pid, "SIGKILL");
    await this.ended;
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  private call(method: string, params: object): Promise<unknown> {
    this.calls += 1;
    const id = this.calls;
    const message = { id, method, params, ...(this.session === undefined ? {} : { sessionId: this.session }) };
    return new Promise((resolve, reject) => {
      this.waiting.set(id, ({ result, error }) =>
        error === undefined ? resolve(result) : reject(new Error(`${method}: ${error.message}`)),
      );
      void this.ended.then(() => reject(new Error(`${method}: the browser ended`)));
      (this.child.stdio[3] as Writable).write(`${JSON.stringify(message)}\0`);
    });
  }

  private take(reply: Reply): void {
    if (reply.id === undefined) return;
    this.waiting.get(reply.id)?.(reply);
    this.waiting.delete(reply.id);
  }
}
