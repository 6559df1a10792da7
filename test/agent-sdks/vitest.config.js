export { onBuilt as default } from "pd-tooling/vitest";
