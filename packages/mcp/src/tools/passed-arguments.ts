/** Under this name arguments that are no object go through the SDK: as they are, it would answer with the dump of its validator. */
const PASSED = "pd/arguments";

/**
 * A message as the SDK lets it through. A call whose name or arguments are of the wrong kind reaches the toolkit, which refuses it in the words of
 * every other door; all else is left alone.
 */
export function passable<Message>(message: Message): Message {
  if (Array.isArray(message)) return message.map(passable) as Message;
  if (!isObject(message) || message["method"] !== "tools/call") return message;
  const { params } = message;
  const given = isObject(params) ? params : {};
  const { name, arguments: input } = given;
  if (typeof name === "string" && (input === undefined || isObject(input))) return message;
  const named = { ...given, name: typeof name === "string" ? name : "" };
  const passed = input === undefined || isObject(input) ? named : { ...named, arguments: { [PASSED]: input } };
  return { ...message, params: passed };
}

/** The arguments as the client gave them. */
export function passedArguments(input: unknown): unknown {
  return isObject(input) && Object.hasOwn(input, PASSED) ? input[PASSED] : input;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
