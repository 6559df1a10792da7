import { expect, test } from "vitest";
import { scanLinks } from "../links/link-scanner.js";
import { SPAN_STRIDE } from "../links/link-table.js";
import { scanBlocks } from "./block-scanner.js";

function names(text: string): readonly string[] {
  const { names: spans, nameCount } = scanLinks(text, scanBlocks(text));
  return Array.from({ length: nameCount }, (_, row) =>
    text.slice(spans[row * SPAN_STRIDE], spans[row * SPAN_STRIDE + 1]),
  );
}

test.each([
  ['<a name="x"></a>', ["x"]],
  ["<a name='x y'></a>", ["x y"]],
  ["Text <a href=# id=x>here</a>", ["x"]],
  ["## <a id=x></a>Heading", ["x"]],
  ["<A\n  NAME = 'x'>", ["x"]],
  ['<h2 align="center" id="x">Title</h2>', ["x"]],
  ["<div>\n<p id=x>\n<span title='id=no' id='y'/>\n</div>", ["x", "y"]],
  ["> <a id=x></a>\n>\n> - <br id=y> z", ["x", "y"]],
  ['<a id="x" name="y">', ["x", "y"]],
  ["<a id=\u00e0>", ["\u00e0"]],
])("R3.3 HTML names a place by an id, or an <a> by its name: %j", (text, found) => {
  expect(names(text)).toEqual(found);
});

test.each([
  ["code", "`<a id=x>`\n\n```\n<a id=x>\n```\n\n    <a id=x>\n"],
  ["a comment", "a <!-- <a id=x> --> b\n\n<!-- <a id=x> -->\n\n<!-- <a id=x>\n"],
  ["an unended comment in a block", "<div><!--\n<a id=x>\n\ntext\n"],
  ["a script", "<script>\nwrite('<a id=x>')\n</script>"],
  ["another attribute", "<a data-id=x valid=x title=' id=x'>"],
  ["the name of another tag", "<input name=x> <abbr name=x>"],
  ["an address", "<https://x.y/id=x>"],
  ["a closing tag", "b</a id=x>"],
  ["text", "id=x <a id=x"],
  ["an empty one", "<a id='' name>"],
  ["one that nobody could mean", `<a id=${"x".repeat(201)}>`],
])("not in %s", (_, text) => {
  expect(names(text)).toEqual([]);
});
