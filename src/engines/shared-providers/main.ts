#!/usr/bin/env node
import { serveParent } from "./parent.ts";

serveParent();
