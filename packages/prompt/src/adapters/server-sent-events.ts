import { type Arriving, chunksOf, malformed, parsed } from "./response-body.js";

/** One event is at most a whole reply, which the last event of some streams repeats. */
const MOST_CHARACTERS = 8 * 2 ** 20;

/** The JSON of each event in a stream. Names are left aside: both formats repeat them in the data as `type`. */
export async function* eventsOf(arriving: Arriving): AsyncGenerator<unknown> {
  let data: string[] = [];
  for await (const line of linesOf(arriving)) {
    if (line.startsWith("data:")) {
      data.push(line.slice(line[5] === " " ? 6 : 5));
    } else if (line === "" && data.length > 0) {
      const json = data.join("\n");
      data = [];
      // Some servers end a stream in the way of an older format.
      if (json !== "[DONE]") yield parsed(json, arriving.endpoint);
    }
  }
  // An event without its empty line was cut off: by the standard it is not one.
}

/** Lines end with CR LF, LF or CR, wherever the chunks are cut. */
async function* linesOf(arriving: Arriving): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of chunksOf(arriving)) {
    arriving.limit.extend();
    rest += decoder.decode(chunk, { stream: true });
    // A CR at the very end may be half of a CR LF.
    const whole = rest.endsWith("\r") ? rest.length - 1 : rest.length;
    const lines = rest.slice(0, whole).split(/\r\n|\n|\r/);
    rest = (lines.pop() ?? "") + rest.slice(whole);
    if (rest.length > MOST_CHARACTERS) throw malformed(arriving.endpoint, "an event without end");
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== "") yield* rest.split(/\r\n|\n|\r/);
}
