#!/usr/bin/env node
import process from "node:process";

import { runAnalyzer } from "../../engines/pulumi/analyzer/run-analyzer.ts";
import { packOf } from "./pack.ts";

void runAnalyzer(() => packOf({ environment: process.env, folder: process.cwd(), now: () => new Date() }));
