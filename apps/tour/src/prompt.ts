import { markdownSection, promptTemplate, SectionVisibility } from "@pd/prompt";

/** What the agent is told about its answers: closed, because most of its steps do not need it. */
export const prompt = promptTemplate({
  ns: "apps/tour",
  key: "tour",
  sections: [
    markdownSection({
      title: "Answers",
      key: "answers",
      summary: "How an answer is written: its form, its sources.",
      visibility: SectionVisibility.SUMMARY,
      template: `
        Quote the sentence that answers, word for word, and name the note it is from.
        Add nothing that was not read. If no sentence answers, say so.`,
    }),
  ],
}).bind({});
