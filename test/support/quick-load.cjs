// Loaded by `--require` into a Node process that a test starts: modules aren't compiled again, and some aren't loaded at all.
const { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } = require("node:fs");
const Module = require("node:module");
const { basename, dirname, join } = require("node:path");
const { deserialize, serialize } = require("node:v8");
const vm = require("node:vm");

const ROOT = join(__dirname, "../..");
const FOLDER = join(ROOT, "dist-tests/compiled");

/**
 * The modules that take longest to load, each with its `__esModule`. Pulumi's SDK uses them only for functions that it
 * serializes, which no program here has.
 */
const LATE = new Map([
  ["@npmcli/arborist", true],
  ["typescript", undefined],
]);

/** Files that don't change between tests: packages and builds of this checkout. Programs of tests do change. */
const isKept = (filename) => filename.startsWith(ROOT) && /[\\/](?:node_modules|dist)[\\/]/u.test(filename);

/** Its imports are only in text that it generates. */
const COMPILER = /[\\/]lib[\\/]typescript\.js$/u;

/** Whether a file imports another one when it runs, which a script of `node:vm` can't. */
const imports = (filename, content) => content.includes("import(") && !COMPILER.test(filename);

/** By then, a provider has loaded what it needs, and works. */
const SETTLED_MS = 700;

const load = Module._load;
Module._load = function loadLate(request, parent, isMain) {
  if (!LATE.has(request)) return load.call(this, request, parent, isMain);
  return new Proxy(
    {},
    {
      get: (_none, name) =>
        name === "__esModule" ? LATE.get(request) : load.call(Module, request, parent, isMain)[name],
    },
  );
};

// A program in JavaScript doesn't need the compiler, which the engine adds to every program.
const [, main = "", ...given] = process.argv;
const folder = given.includes("--pwd") ? given[given.indexOf("--pwd") + 1] : ".";
const isProgram = /[\\/]cmd[\\/]run[\\/]/u.test(main);
if (isProgram && !readdirSync(folder).some((name) => /\.ts$|^tsconfig/u.test(name)))
  process.env.PULUMI_NODEJS_TYPESCRIPT = "false";

// Pulumi's SDK takes a stack trace for each promise, and ts-node maps each to lines of TypeScript: a third of the time of a
// program in TypeScript. Here, stack traces keep the lines of the compiled code.
Object.defineProperty(Error, "prepareStackTrace", {
  get: () => undefined,
  set() {
    // ts-node sets its own one.
  },
});

// Newer versions of Node cache their compiled code themselves.
if (Module.enableCompileCache === undefined) compileOnce();
else Module.enableCompileCache(join(FOLDER, "node"));

/** Keeps the compiled modules of packages in one file for each program, with the time and size of their sources. */
function compileOnce() {
  const main = basename(dirname(process.argv[1] ?? ""));
  const file = join(FOLDER, `${main}-${process.version}-${process.arch}.bin`);
  const kept = read(file);
  const fresh = new Map();
  const { _compile } = Module.prototype;

  Module.prototype._compile = function compile(content, filename, format, ...rest) {
    // An ES module is left to Node, and so is what imports a program.
    if (format === "module" || !isKept(filename) || imports(filename, content)) {
      return _compile.call(this, content, filename, format, ...rest);
    }
    const stamp = stampOf(filename);
    const known = kept.get(filename);
    const cachedData = known?.stamp === stamp ? known.data : undefined;
    const script = scriptOf(content, filename, cachedData);
    if (cachedData === undefined || script.cachedDataRejected) fresh.set(filename, { stamp, script });
    const { exports } = this;
    const require = Module.createRequire(filename);
    return script.runInThisContext().call(exports, exports, require, this, filename, dirname(filename));
  };

  const keep = () => {
    if (fresh.size > 0) write(file, kept, fresh);
    fresh.clear();
  };
  process.once("exit", keep);
  // The engine kills providers that it no longer needs.
  setTimeout(keep, SETTLED_MS).unref();
}

function scriptOf(content, filename, cachedData) {
  const head = "(function (exports, require, module, __filename, __dirname) {";
  return new vm.Script(`${head}${content.replace(/^#!.*/u, "")}\n})`, {
    filename,
    columnOffset: -head.length,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
}

function stampOf(filename) {
  const { mtimeMs, size } = statSync(filename);
  return `${mtimeMs} ${size}`;
}

function read(file) {
  try {
    return deserialize(readFileSync(file));
  } catch {
    // None has been written yet.
    return new Map();
  }
}

function write(file, kept, fresh) {
  for (const [filename, { stamp, script }] of fresh) kept.set(filename, { stamp, data: script.createCachedData() });
  mkdirSync(FOLDER, { recursive: true });
  const written = `${file}.${process.pid}`;
  writeFileSync(written, serialize(kept));
  // Other processes can write at the same time.
  renameSync(written, file);
}
