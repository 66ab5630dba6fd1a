// Allowed: the command line reads the environment and the clock.
export const started = [process.env["HOME"], Date.now()];
