import { copyFileSync } from "node:fs";
import base from "pd-tooling/tsup";

/** What the token counter reads lies beside what is built, with its licence. */
const BESIDE = ["o200k.bin", "o200k.licenses.txt"];

/** @type {import("tsup").Options} */
export default {
  .../** @type {import("tsup").Options} */ (base),
  onSuccess: async () => {
    for (const file of BESIDE) copyFileSync(`src/o200k/${file}`, `dist/${file}`);
  },
};
