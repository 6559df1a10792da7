import { basename } from "node:path";
import type { Mount, NamedFolder } from "@pd/core";
import { promptPort } from "../content/prompt-port.js";
import { sectionContent } from "../content/section-content.js";
import { PROMPT_ERRORS } from "../section/prompt-errors.js";
import { promptMount } from "../section/section-tools.js";
import { loadPromptTemplate } from "./load-prompt-template.js";

/**
 * Folders of prompts as every door takes them: the sections of each as content, with placeholders as they are written, and the prompts
 * themselves for doors that have prompts. `read_section` is there where there is one prompt; the sections of several are read with `node`.
 */
export function promptFolderMounts(
  folders: readonly NamedFolder[],
  { freeId = (id) => id }: { readonly freeId?: (id: string) => string } = {},
): readonly Mount[] {
  const prompts = folders.map(({ folder, id }) => {
    const sections = loadPromptTemplate(folder, { placeholders: "kept" }).bind();
    const template = loadPromptTemplate(folder);
    return { sections, template, id: freeId(id ?? template.key), description: `The prompt in ${basename(folder)}` };
  });
  if (prompts.length === 0) return [];
  const contents = prompts.map(({ sections, id }) =>
    prompts.length === 1 ? promptMount(sections, { id }) : { content: sectionContent(sections, { id }) },
  );
  const offers = prompts.map(({ template, id, description }) => ({ template, name: id, description }));
  return [...contents, { prompts: promptPort(offers), codes: { errors: PROMPT_ERRORS } }];
}
