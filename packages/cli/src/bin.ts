#!/usr/bin/env node
import { runBundle } from "./code-cache.js";

runBundle(`${__dirname}/main.cjs`);
