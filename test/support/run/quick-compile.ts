import vm from "node:vm";

/** A module as it was compiled first, with the code that it was compiled from. */
interface Compiled {
  readonly code: string;
  readonly script: vm.Script;
}

const compiled = new Map<string, Compiled>();

/**
 * Compiles a module as jest's runtime asks for it, once for each worker.
 *
 * Jest calls `vm.compileFunction` for every module of every test file, and V8 keeps nothing of it: that was a third of a
 * small file's time. A script is kept, with the functions in it that have run, and runs again in the context of each file.
 * The code behaves the same except for `import()`, which tests don't have: they are compiled to CommonJS.
 */
function compileOnce(
  code: string,
  parameters: readonly string[],
  options: { readonly filename?: string; readonly parsingContext: vm.Context },
): unknown {
  const head = `(function (${parameters.join(",")}) {`;
  const { filename = "" } = options;
  const key = `${filename}\n${head}`;
  const known = compiled.get(key);
  if (known?.code === code) return known.script.runInContext(options.parsingContext);
  // Columns of the first line are those of the code, and lines are its lines.
  const script = new vm.Script(`${head}${code}\n})`, { filename, columnOffset: -head.length });
  compiled.set(key, { code, script });
  return script.runInContext(options.parsingContext);
}

/** Adds {@link compileOnce} to jest's runtime, for each call that names a context. */
export function compileModulesOnce(): void {
  const { compileFunction } = vm;
  Object.assign(vm, {
    compileFunction: (...[code, parameters = [], options = {}]: Parameters<typeof compileFunction>): unknown => {
      const { filename, parsingContext } = options;
      if (parsingContext === undefined) return compileFunction(code, parameters, options);
      return compileOnce(code, parameters, { parsingContext, ...(filename === undefined ? {} : { filename }) });
    },
  });
}
