import { escapeControls } from "@pd/core";
import type { ScriptLanguage } from "./script-language.js";

const MOST_LINES = 80;
const LONGEST = 200;

/** Lines for other readers than people: encodings, editors, linters, licenses. */
const FOR_MACHINES =
  /^(?:-\*-|vim?:|coding[:=]|shellcheck|pylint|noqa|type:|mypy|ruff|eslint|@ts-|tslint|prettier|biome|jshint|spdx|copyright|\(c\)|©|licen[cs]e|usr\/bin|!)/i;

/** Statements that scripts begin with before they say what they are. */
const PREAMBLE = /^(?:set\s+[-+]|["']use strict["']|<\?php|from __future__ import|# ?frozen_string_literal)/;

const COMMENT: Readonly<Record<ScriptLanguage["comment"], RegExp>> = {
  hash: /^#+(.*)$/,
  slash: /^(?:\/\/+|\/\*+|\*+\/?)(.*)$/,
  dash: /^--+(.*)$/,
};

const ANY_COMMENT = /^(?:#+|\/\/+|\/\*+|\*+\/?|--+)(.*)$/;

/** What a script says of itself: the first line of its first comment, or of its docstring. Code ends the search. */
export function scriptDescription(head: string, language: ScriptLanguage | undefined): string | undefined {
  const lines = head.replace(/^\ufeff/, "").split(/\r\n|\n|\r/, MOST_LINES);
  const comment = language === undefined ? ANY_COMMENT : COMMENT[language.comment];
  for (const [at, line] of lines.entries()) {
    const text = line.trim();
    if (text === "" || (at === 0 && text.startsWith("#!")) || PREAMBLE.test(text)) continue;
    const docstring = language?.interpreter === "python3" ? docstringAt(lines, at) : undefined;
    if (docstring !== undefined) return shown(docstring);
    const said = comment
      .exec(text)?.[1]
      ?.replace(/\*+\/.*$/, "")
      .trim();
    if (said === undefined) return undefined;
    if (/[\p{L}\p{N}]/u.test(said) && !FOR_MACHINES.test(said)) return shown(said);
  }
  return undefined;
}

/** The first line with words of a Python docstring that begins here. */
function docstringAt(lines: readonly string[], at: number): string | undefined {
  const [, quote, first] = /^[ru]?("""|'''|"|')(.*)$/i.exec(lines[at]?.trim() ?? "") ?? [];
  if (quote === undefined || first === undefined) return undefined;
  for (const line of [first, ...lines.slice(at + 1)]) {
    const [before = ""] = line.split(quote);
    if (before.trim() !== "") return before.trim();
    if (line.includes(quote)) return undefined;
  }
  return undefined;
}

function shown(text: string): string {
  const whole = escapeControls(text.replace(/\p{Cs}/gu, "\ufffd").replace(/\s+/g, " "));
  return whole.length <= LONGEST ? whole : `${whole.slice(0, LONGEST - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
