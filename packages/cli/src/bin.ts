#!/usr/bin/env node
import { runBundle } from "./code-cache.js";

runBundle(new URL("./main.cjs", import.meta.url));
