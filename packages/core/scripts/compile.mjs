/**
 * Compiles the AssemblyScript of `compiled/` to WebAssembly. Each file there is a module, its parts stand in a folder of its name, and the
 * result is written as text to `src/compiled/<name>.wasm.ts`: so neither a test nor a bundle needs the compiler or a file beside it.
 * `--check`, which a test runs, compiles again and compares.
 *
 *     node scripts/compile.mjs [--check]
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

const root = fileURLToPath(new URL("..", import.meta.url));

const OPTIONS = [
  // Files are read straight into its memory, which the caller makes and measures out; nothing is allocated or collected inside.
  ...["--runtime", "stub", "--importMemory", "--use", "abort="],
  ...["--optimizeLevel", "3", "--shrinkLevel", "0", "--converge", "--noAssert"],
  ...["--enable", "simd"],
];

const isCheck = process.argv.includes("--check");
const sources = readdirSync(`${root}compiled`).filter((name) => name.endsWith(".ts"));
const expected = new Set(sources.map((name) => name.replace(/ts$/, "wasm.ts")));
const orphans = readdirSync(`${root}src/compiled`).filter((name) => name.endsWith(".wasm.ts") && !expected.has(name));
if (orphans.length > 0) fail(`${orphans.join(", ")} in src/compiled: of no source`);

for (const file of sources) {
  const path = `src/compiled/${file.replace(/ts$/, "wasm.ts")}`;
  const text = asText(file, await compiled(file));
  if (!isCheck) writeFileSync(root + path, text);
  else if (readFileSync(root + path, "utf8") !== text)
    fail(`${path} is not what compiled/${file} says: run node scripts/compile.mjs`);
}

async function compiled(file) {
  let bytes;
  const options = ["--baseDir", root, "--outFile", "it.wasm", ...OPTIONS];
  const { error, stderr } = await asc.main([`compiled/${file}`, ...options], {
    writeFile: (_, contents) => {
      bytes = contents;
    },
  });
  if (error) fail(`compiled/${file}: ${stderr}`);
  return Buffer.from(bytes);
}

function asText(file, bytes) {
  const lines = bytes.toString("base64").match(/.{1,116}/g) ?? [];
  const text = lines.map((line) => `  "${line}"`).join(" +\n");
  return `/** \`compiled/${file}\` as WebAssembly, ${bytes.length} bytes. Made by \`scripts/compile.mjs\`. */\nexport const WASM: string =\n${text};\n`;
}

function fail(why) {
  console.error(why);
  process.exit(1);
}
