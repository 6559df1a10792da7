// A prompt whose sections are closed until the model opens them: what it costs closed, what opening one adds.
// Run it in this folder: npx tsx prompt-sections.ts     with ANTHROPIC_API_KEY a model answers, without one a script
import { evaluate, markdownSection, promptTemplate, SectionVisibility, scripted } from "@pd/prompt";
import { anthropic } from "@pd/prompt/anthropic";
import * as z from "zod";

const template = promptTemplate({
  ns: "examples",
  key: "translator",
  sections: [
    markdownSection({
      title: "Task",
      key: "task",
      params: z.object({ text: z.string() }),
      template: "Translate to German: ${text}",
    }),
    markdownSection({
      title: "Style",
      key: "style",
      summary: "How people are addressed, and how numbers are written.",
      visibility: SectionVisibility.SUMMARY,
      template: `People are addressed as "Sie". Numbers up to twelve are words. ${"No borrowed words where a German one is common. ".repeat(20)}`,
    }),
  ],
});

// `bind` asks for what the sections declare: without `text` this does not compile.
const prompt = template.bind({ text: "You have 3 messages." });
console.log("closed:", prompt.render().tokens, "tokens");
console.log("open:  ", prompt.render({ visibility: [["style", SectionVisibility.FULL]] }).tokens, "tokens");

const apiKey = process.env["ANTHROPIC_API_KEY"];
const script = scripted([
  { toolCalls: [{ name: "read_section", input: { section_key: "style" } }] },
  "Sie haben drei Nachrichten.",
]);
const model = apiKey ? anthropic({ apiKey, model: "claude-sonnet-5-5", maxTokens: 1000 }) : script;
const { text, steps } = await evaluate(prompt, model, { budget: 10_000 });
console.log(`${text} (${steps} requests)`);
