import type { Links } from "../graph/adjacency.js";
import {
  IN_KINDS,
  IN_STARTS,
  IN_TARGETS,
  LINK_COUNTS,
  MAPS,
  OUT_KINDS,
  OUT_STARTS,
  OUT_TARGETS,
  SAID_OF,
  TARGETS,
} from "./compiled-layout.js";
import type { CompiledModule, ModuleImports, ModuleMemory } from "./compiled-module.js";
import { addText, type Connected } from "./connect-notes.js";
import type { Steps } from "./in-steps.js";
import { createLinkTargets, type LinkTargets } from "./link-targets.js";
import type { NoteList } from "./note-list.js";
import { stringAt } from "./string-table.js";
import { resolverOf } from "./vault-state.js";

const NOTES_A_STEP = 512;

/** As `connectNotes`, in the module. `answer` takes what it asks where a link leads that it cannot tell by itself. */
export function* connectCompiled(
  { exports, memory }: CompiledModule,
  notes: NoteList,
  answer: (target: ModuleImports["targetThere"]) => void,
): Steps<Connected> {
  const { strings } = notes.base;
  let resolve: LinkTargets | undefined;
  answer((kind, target, number) => {
    resolve ??= createLinkTargets(strings, resolverOf(notes));
    return resolve(kind, target, notes.path(number), number);
  });
  exports.beginConnecting(notes.size);
  for (let from = 0; from < notes.size; from += NOTES_A_STEP) {
    exports.connect(from, Math.min(notes.size, from + NOTES_A_STEP));
    yield;
  }
  exports.joinEdges(notes.size);
  yield;
  const starts = new Uint32Array(notes.size + 1);
  starts.set(numbersIn(memory, LINK_COUNTS), 1);
  const said = numbersIn(memory, SAID_OF);
  const texts = new Map<number, string[]>();
  for (let at = 0; at < said.length; at += 2) addText(texts, said[at]!, stringAt(strings, said[at + 1]!));
  return {
    links: { starts, targets: new Int32Array(memory.list(TARGETS).buffer) },
    adjacency: {
      nodes: notes.size,
      out: linksIn(memory, OUT_STARTS, OUT_TARGETS, OUT_KINDS),
      in: linksIn(memory, IN_STARTS, IN_TARGETS, IN_KINDS),
    },
    maps: memory.list(MAPS),
    texts,
  };
}

function linksIn(memory: ModuleMemory, starts: number, targets: number, kinds: number): Links {
  return { starts: numbersIn(memory, starts), targets: numbersIn(memory, targets), kinds: memory.list(kinds) };
}

function numbersIn(memory: ModuleMemory, header: number): Uint32Array<ArrayBuffer> {
  return new Uint32Array(memory.list(header).buffer);
}
