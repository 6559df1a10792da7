// Before each prompt: what the notes in PD_NOTES say about it, quoted, at most 800 tokens. Without PD_NOTES it does nothing: text of files
// reaches a model unasked here, so the user says which files.
import { spawnSync } from "node:child_process";
import { text } from "node:stream/consumers";

const { PD_NOTES: folder } = process.env;
// npx on Windows is a batch file, which only a shell starts, and a shell would read the prompt as commands: there is no hook there yet.
if (folder && process.platform !== "win32") {
  const { prompt = "" } = JSON.parse(await text(process.stdin));
  const args = ["-y", "@pd/pd", "context", "--for-prompt", "--vault", folder, "--budget", "800", "--", prompt];
  const { status } = spawnSync("npx", args, { stdio: ["ignore", "inherit", "inherit"] });
  // A hook that ends with 2 refuses the prompt.
  process.exitCode = status === 0 ? 0 : 1;
}
