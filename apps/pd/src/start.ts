import { main } from "@pd/cli";
import { program } from "./program.js";

/** The command line with every part. */
export const start = (): Promise<void> => main(program);
