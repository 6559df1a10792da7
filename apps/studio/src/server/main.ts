import { runStudio } from "./program.js";

const workingFolder = process.env["INIT_CWD"] ?? process.cwd();
process.exit(await runStudio(process.argv.slice(2), { name: "npm run studio --", workingFolder }));
