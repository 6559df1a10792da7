#!/usr/bin/env node
import { runCommandLine } from "./code-cache.js";

runCommandLine();
