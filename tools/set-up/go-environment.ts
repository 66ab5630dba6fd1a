/** The caller's own build settings would make a program for another machine or against other modules. */
export function goEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !/^(?:GOOS|GOARCH|GOFLAGS|GOWORK|GOEXPERIMENT)$/.test(name));
  return { ...Object.fromEntries(kept), CGO_ENABLED: "0", GOWORK: "off" };
}
