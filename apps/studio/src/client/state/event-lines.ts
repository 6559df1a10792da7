/** The data of server-sent events, one by one as they arrive. Comments, which keep the connection alive, are passed over. */
export async function* eventsIn(response: Response, signal: AbortSignal): AsyncGenerator<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  let left = "";
  while (!signal.aborted) {
    const { done, value } = await reader.read();
    if (done) return;
    const events = (left + value).split("\n\n");
    left = events.pop() ?? "";
    for (const event of events) {
      const data = dataOf(event);
      if (data !== "") yield data;
    }
  }
}

function dataOf(event: string): string {
  return event
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(5).trimStart())
    .join("\n");
}
