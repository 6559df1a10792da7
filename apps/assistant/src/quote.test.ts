import { describe, expect, test } from "vitest";
import { bestQuote } from "./quote.js";

describe("a quote", () => {
  const of = (text: string, question: string) => bestQuote([{ from: "note", title: "", text }], question).quote;

  test("is one that says something: no heading, table, label or half of a list", () => {
    const text =
      "# The gate counts tokens here and there\n\n| the gate | counts tokens in a table, does it? |\n\nWhat the gate counts:\n\n";
    expect(of(`${text}In the end every token is counted once by the gate.`, "What does the gate count?")).toBe(
      "In the end every token is counted once by the gate.",
    );
  });

  test("an item of a list stands by itself, without its number; a figure ends no sentence early", () => {
    const list =
      "1. Text is gathered from many places and kept.\n2. Pieces are counted one by one with version 4. Then they are kept.\n";
    expect(of(list, "How are pieces counted?")).toBe("Pieces are counted one by one with version 4.");
  });

  test("a link is quoted as it reads", () => {
    expect(of("What is shown is decided by [[The gate|one gate]] and by nothing else.", "gate")).toBe(
      "What is shown is decided by one gate and by nothing else.",
    );
  });

  test("none where no word is shared", () => {
    expect(of("Every token is counted once by the gate, and only once.", "Why quarks?")).toBe("");
  });

  test("a text that is about the very thing answers by what it says of itself, and its beginning", () => {
    const about = {
      from: "tags",
      title: "Price tags",
      description: "What opening costs.",
      text: "# Price tags\n\nA node carries what it costs to open it in full.\n\nThe price of a tag is a tag of a price, price by price.",
    };
    const other = {
      from: "x",
      title: "Other",
      text: "A price tag here and a price tag there make two price tags in all.",
    };
    expect(bestQuote([other, about], "what is a price tag?")).toMatchObject({
      from: "tags",
      quote: "What opening costs. A node carries what it costs to open it in full.",
    });
  });

  test("a second sentence is added for what the first leaves open, and a short one takes its successor along", () => {
    const text =
      "Whoever loads everything pays for all of it.\n\nDisclosure is between. It shows a name first and the text last.";
    expect(of(text, "What is disclosure, and why not load everything?")).toBe(text.replace("\n\n", " "));
  });

  test("other scripts are quoted too, and a greeting is no question", () => {
    expect(of("河流从很高的山上慢慢地流下来，最后流入大海。 山很高，所以水流得很快。", "河流流到哪里？")).toBe(
      "河流从很高的山上慢慢地流下来，最后流入大海。",
    );
    expect(of("Say hello to every token that is counted by the gate.", "?!")).toBe("");
  });
});
