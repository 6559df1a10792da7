import { colourOf } from "../../theme.js";

/** Colours of the style sheet, as canvases need them. */
export interface Palette {
  readonly levels: readonly string[];
  readonly unseen: string;
  readonly edge: string;
  readonly edgeStrong: string;
  readonly ink: string;
  readonly onLevel: string;
  readonly card: string;
  readonly accent: string;
}

/** As it is now, in light or dark. */
export function palette(): Palette {
  return {
    levels: ([0, 1, 2, 3, 4] as const).map((level) => colourOf(`--level-${level}`)),
    unseen: colourOf("--unseen"),
    edge: colourOf("--edge"),
    edgeStrong: colourOf("--edge-strong"),
    ink: colourOf("--ink"),
    onLevel: colourOf("--on-level"),
    card: colourOf("--card"),
    accent: colourOf("--accent"),
  };
}
