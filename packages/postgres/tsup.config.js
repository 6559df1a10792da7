export { default } from "pd-tooling/tsup";
