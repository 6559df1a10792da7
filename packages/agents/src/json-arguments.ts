/** Arguments as a model wrote them: JSON in a text. What is no JSON stays a text, which the conversation refuses in words for the model. */
export function jsonArguments(text: unknown): unknown {
  if (typeof text !== "string") return text;
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
