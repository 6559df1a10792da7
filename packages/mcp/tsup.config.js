export { default } from "pd-tooling/bundled-bin";
