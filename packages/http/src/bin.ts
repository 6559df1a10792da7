#!/usr/bin/env node
import { runHttpProgram } from "./node/program.js";

process.exit(await runHttpProgram(process.argv.slice(2), { name: "pd-http" }));
