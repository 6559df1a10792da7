export { type LoadPromptOptions, loadPromptTemplate } from "./load-prompt-template.js";
export { promptFolderMounts } from "./prompt-folders.js";
