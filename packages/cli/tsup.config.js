export { commandLine as default } from "pd-tooling/bundled-bin";
