// `npm run link`: puts `pd` on the path, as this checkout builds it, in the folder where npm puts the programs of global packages.
// `npm run link -- --remove` takes it away again. Once pd is published, `npm install -g @pd/pd` is the way.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { install } from "./install.mjs";
import { root, run, step } from "./run.mjs";

const windows = process.platform === "win32";
const bin = join(root, "apps/pd/dist/bin.js");
const shim = `@node "${bin}" %*\r\n`;

/** Where npm puts programs: its prefix itself on Windows, `bin` below it elsewhere. */
function programFolder() {
  const { code, output } = run("npm", ["prefix", "--global", "--loglevel=error"], { show: false });
  const prefix = output.trim().split("\n").at(-1) ?? "";
  if (code !== 0 || prefix === "") throw new Error(`npm does not say where it keeps programs:\n${output}`);
  return windows ? prefix : join(prefix, "bin");
}

/** Whether it is ours: a link to a pd that some checkout builds. What somebody else put there is left alone. */
function isOurs(file) {
  const target = windows ? readFileSync(file, "utf8") : lstatSync(file).isSymbolicLink() ? readlinkSync(file) : "";
  return /apps[\\/]pd[\\/]dist[\\/]bin\.js/.test(target);
}

function link() {
  const folder = programFolder();
  const file = join(folder, windows ? "pd.cmd" : "pd");
  const isThere = existsSync(file) || lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  if (isThere && !isOurs(file))
    throw new Error(`${file} is there already, and is another program. Nothing was changed.`);
  if (isThere) rmSync(file);
  if (process.argv.includes("--remove")) return console.log(isThere ? `Removed ${file}.` : "There is no pd to remove.");
  mkdirSync(folder, { recursive: true });
  if (windows) writeFileSync(file, shim);
  else symlinkSync(bin, file);
  const isOnPath = (process.env.PATH ?? "")
    .split(delimiter)
    .some((entry) => entry !== "" && resolve(entry) === resolve(folder));
  console.log(`pd is ${file}. Try: pd --help`);
  if (!isOnPath) console.log(`${folder} is not on your path yet: add it, or call pd by that name.`);
}

// `--built`: as it is, for tests.
if (!process.argv.includes("--remove") && !process.argv.includes("--built")) {
  install();
  step("Building", "turbo", ["run", "build", "--filter=@pd/pd", "--output-logs=errors-only"], { show: false });
}
try {
  link();
} catch (error) {
  const hint =
    error.code === "EACCES"
      ? " npm's folder for programs belongs to somebody else: npm config set prefix ~/.local chooses one of yours."
      : "";
  console.error(`${error.message}${hint}`);
  process.exitCode = 1;
}
