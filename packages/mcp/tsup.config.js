import { readFileSync } from "node:fs";
import shared from "pd-tooling/tsup";

const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));

export default { ...shared, define: { PD_VERSION: JSON.stringify(version) } };
