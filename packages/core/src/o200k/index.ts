export { type ExactCounter, o200k } from "./counter.js";
