let known: boolean | undefined;

/** Whether this browser draws with WebGL 2, which the graph needs. */
export function hasWebGl(): boolean {
  if (known === undefined) {
    const context = document.createElement("canvas").getContext("webgl2");
    known = context !== null;
    // A browser has few contexts to give; this one was only to ask.
    context?.getExtension("WEBGL_lose_context")?.loseContext();
  }
  return known;
}
