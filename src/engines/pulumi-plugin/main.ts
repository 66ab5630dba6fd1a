#!/usr/bin/env node
import { runPlugin } from "./runtime.ts";

await runPlugin(process.argv);
