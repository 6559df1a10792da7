// `npm run sbom -- [file]`: a bill of materials (CycloneDX) of the published packages as somebody installs them, from tarballs made here.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { root, run } from "./run.mjs";

function must(command, args, cwd) {
  const { code, output } = run(command, args, { show: false, cwd });
  if (code !== 0) throw new Error(`${command} ${args[0]}:\n${output}`);
  return output;
}

const out = resolve(process.argv[2] ?? "sbom.cdx.json");
const folder = mkdtempSync(join(tmpdir(), "pd-sbom-"));
try {
  const filters = ["--filter", "./packages/*", "--filter", "./apps/pd"];
  must("pnpm", ["-r", ...filters, "pack", "--pack-destination", folder], root);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "pd", version: "0.0.0", private: true }));
  const tarballs = readdirSync(folder).filter((file) => file.endsWith(".tgz"));
  const quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline"];
  must("npm", ["install", ...quiet, ...tarballs.map((file) => `./${file}`)], folder);
  const output = must("npm", ["sbom", "--sbom-format", "cyclonedx", "--loglevel", "silent"], folder);
  const bill = JSON.parse(output.slice(output.indexOf("{")));
  writeFileSync(out, `${JSON.stringify(bill, null, 2)}\n`);
  console.log(`${out}: ${bill.components.length} components`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
