export { default } from "pd-tooling/vitest";
