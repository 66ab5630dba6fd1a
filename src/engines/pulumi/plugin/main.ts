#!/usr/bin/env node
import { runPlugin } from "./runtime.ts";

// Not awaited at the top level: the bundled file has to run as CommonJS, too.
void runPlugin(process.argv);
