export { type LoadPromptOptions, loadPromptTemplate } from "./load-prompt-template.js";
