import fc from "fast-check";

/*
 * The stated generator of R2.4: kinds of text that an agent's knowledge holds, made from word lists and character
 * ranges alone. Bounds of the default counter are tested on these, and so is the gate.
 */

type Text = fc.Arbitrary<string>;

const list = (words: string): readonly string[] => words.trim().split(/\s+/);
const oneOf = (words: readonly string[]): Text => fc.constantFrom(...words);

interface Repeat {
  readonly most: number;
  readonly between?: string;
}

/** `piece` over and over: mostly short texts, some of several hundred tokens. */
function many(piece: Text, { most, between = "" }: Repeat): Text {
  const short = fc.array(piece, { minLength: 1, maxLength: Math.min(12, most) });
  const long = fc.array(piece, { minLength: 1, maxLength: most, size: "max" });
  return fc.oneof(short, long).map((pieces) => pieces.join(between));
}

/** Characters of the given ranges, both ends included. */
function charactersIn(...ranges: readonly (readonly [number, number])[]): Text {
  return fc.oneof(...ranges.map(([min, max]) => fc.integer({ min, max }).map((code) => String.fromCodePoint(code))));
}

const common = list(`the of and to in a is that it was for on as with by at from his were which an be this are not or
  but have had they one all their there been has when who more no out up into time only some could these two may then
  first any my now such like our over even most made after also did many before must through years where much your way
  down should because long each just those people how too little state good very make world still own see men work life
  between never under last use while house against another school number since every part year place without`);
const learned = list(`knowledge progressive disclosure retrieval token budget counter configuration implementation
  infrastructure monastery parliament philosophy photosynthesis constitutional biodiversity archaeological seventeenth
  neighbourhood administrative refrigeration misunderstanding counterintuitive thermodynamics encyclopaedia granularity
  metamorphosis pharmaceutical interoperability hydroelectric kindergarten ecclesiastical quinquennial jurisprudence`);
const names = list(`Kowalczyk Ouagadougou Dvořák Reykjavík Szczecin Nguyễn Tchaikovsky Ramanujan Björnsdóttir Müller
  Xochimilco Fitzgerald Wollstonecraft O'Connor Saint-Exupéry Brønsted Kyrgyzstan Llanfairpwll Thiruvananthapuram
  Gdańsk Çatalhöyük Mbeki Vasquez Hrušovský Lindqvist Papadopoulos Yamamoto Qazvin Zwolle Ibsen Faulstich Bergliot`);
const word = fc.oneof(
  { weight: 8, arbitrary: oneOf(common) },
  { weight: 2, arbitrary: oneOf(learned) },
  { weight: 1, arbitrary: oneOf(names) },
  { weight: 1, arbitrary: fc.nat(2100).map(String) },
);
const sentence = fc
  .tuple(fc.array(word, { minLength: 3, maxLength: 24, size: "max" }), oneOf([".", ".", ".", "?", "!", ";", ":", " –"]))
  .map(([words, stop]) => capitalised(words.join(" ")) + stop);
const prose = many(sentence, { most: 30, between: " " });

function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

const title = fc
  .array(fc.oneof(oneOf(learned), oneOf(names)), { minLength: 1, maxLength: 3 })
  .map((words) => words.join(" "));
const slug = fc
  .array(fc.oneof(oneOf(common), oneOf(learned)), { minLength: 1, maxLength: 5 })
  .map((words) => words.join("-"));
const markdownBlock = fc.oneof(
  fc
    .tuple(fc.integer({ min: 1, max: 4 }), title)
    .map(([level, text]) => `${"#".repeat(level)} ${capitalised(text)}\n\n`),
  sentence.map((text) => `${text}\n\n`),
  fc.tuple(sentence, title).map(([text, target]) => `- ${text} See [[${capitalised(target)}]].\n`),
  fc
    .tuple(title, slug)
    .map(([text, path]) => `1. [${text}](../notes/${path}.md#part-2) and **${text}** or \`${path}\`\n`),
  fc.tuple(title, slug).map(([text, id]) => `---\nname: ${text}\nid: note:${id}\ntags: [${text}, "${id}"]\n---\n\n`),
  sentence.map((text) => `> ${text}\n>\n> *${text}*\n\n`),
);
const markdown = many(markdownBlock, { most: 25 });

const identifier = fc.oneof(
  slug.map((text) => text.replaceAll("-", "_")),
  slug.map((text) => text.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())),
  oneOf(list("i x el idx ctx req res err fs os np df self this value items index result length JSON HTMLElement")),
);
const codeLine = fc.oneof(
  fc.tuple(identifier, identifier).map(([a, b]) => `const ${a} = await ${b}(${a}, { ${b}: true });\n`),
  fc.tuple(identifier, identifier).map(([a, b]) => `    if (${a} !== undefined && ${b}.length > 0) return ${a}[0];\n`),
  fc.tuple(identifier, identifier).map(([a, b]) => `def ${a}(self, ${b}: int = 3) -> dict[str, str]:\n        pass\n`),
  fc.tuple(identifier, sentence).map(([a, text]) => `  // ${text}\n  this.${a} = "${a}";\n\n`),
  fc.tuple(identifier, identifier).map(([a, b]) => `#define ${a.toUpperCase()}_MAX 0x7f\n\tstruct ${a} *${b}->next;\n`),
  fc.tuple(identifier, identifier).map(([a, b]) => `import { ${a}, ${b} } from "../${a}/${b}.js";\n`),
);
const code = many(codeLine, { most: 40 });
const minified = many(
  fc
    .tuple(fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz$_"), identifier, fc.nat(9999))
    .map(([a, b, n]) => `var ${a}=function(t,e){return t.${b}?(${a}(e[${n}]),!0):void 0===${a}||e&&e.${b}("${b}")};`),
  { most: 30 },
);

const cell = fc.oneof(
  title,
  word,
  fc.double({ min: 0, max: 1e6, noNaN: true }).map((n) => n.toFixed(2)),
  fc.constant(""),
);
const row = fc.array(cell, { minLength: 2, maxLength: 6 });
const tables = fc.oneof(
  many(
    row.map((cells) => `| ${cells.join(" | ")} |\n`),
    { most: 30 },
  ),
  many(
    row.map((cells) => `${cells.join(",")}\n`),
    { most: 30 },
  ),
  row.map((cells) => `| ${cells.join(" | ")} |\n|${cells.map(() => " --- |").join("")}\n`),
);
const node = fc.record({
  id: slug.map((text) => `note:${text}`),
  name: title,
  description: sentence,
  tokens: fc.nat(5000),
  links: fc.array(slug, { maxLength: 3 }),
});
const json = fc.oneof(
  fc.json({ maxDepth: 3 }),
  fc.array(node, { minLength: 1, maxLength: 8 }).map((nodes) => JSON.stringify(nodes)),
  fc.array(node, { minLength: 1, maxLength: 8 }).map((nodes) => JSON.stringify(nodes, null, 2)),
);

const chineseWord = oneOf(
  list(`的 是 在 了 不 和 有 我们 可以 使用 文件 配置 默认 如果 参数 返回 一个 方法 组件 数据 中国 时间 问题
  发展 经济 社会 知识 渐进 披露 检索 预算 估计 漢字 臺灣 學習 圖書館 憂鬱 龍 鬱 麒麟 饕餮 囍`),
);
const chinese = many(
  fc.oneof(
    { weight: 9, arbitrary: chineseWord },
    { weight: 2, arbitrary: oneOf(["，", "。", "、", "：", "（", "）", "“", "”", "。\n", " "]) },
    { weight: 1, arbitrary: charactersIn([0x4e00, 0x9fff]) },
  ),
  { most: 300 },
);
const japanese = many(
  fc.oneof(
    {
      weight: 4,
      arbitrary: oneOf(
        list(
          "です ます した から こと これ する して ない という ください データ ファイル 設定 日本 東京 知識 学校 時間",
        ),
      ),
    },
    { weight: 4, arbitrary: charactersIn([0x3041, 0x3096], [0x30a1, 0x30fa]) },
    { weight: 1, arbitrary: oneOf(["、", "。", "「", "」", "・", "ー", "\n"]) },
  ),
  { most: 300 },
);
const korean = many(
  fc.oneof(
    {
      weight: 5,
      arbitrary: oneOf(
        list("지식 파일 설정 사용 데이터 대한민국 서울 시간 문제 있습니다 합니다 그리고 에서 으로 입니다"),
      ),
    },
    { weight: 1, arbitrary: charactersIn([0xac00, 0xd7a3]) },
  ),
  { most: 200, between: " " },
);

const base64Character = fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");
const hexCharacter = fc.constantFrom(..."0123456789abcdef");
const base64 = many(base64Character, { most: 1500 }).map((text) => `${text}==`);
const hexadecimal = many(hexCharacter, { most: 1500 });
const uuids = many(fc.uuid(), { most: 40, between: "\n" });
const url = fc
  .tuple(
    oneOf(["https://", "http://www.", "ftp://"]),
    slug,
    oneOf(["com", "org", "io", "co.uk"]),
    slug,
    many(base64Character, { most: 20 }),
  )
  .map(
    ([scheme, host, top, path, key]) =>
      `${scheme}${host}.${top}/${path}/index.html?id=${encodeURIComponent(key)}&q=${path}#top`,
  );
const urls = many(url, { most: 25, between: "\n" });

/** Any printable ASCII character, and some others, many times over. */
const runs = fc
  .tuple(
    fc.oneof(charactersIn([32, 126]), oneOf(["\n", "\t", "é", "я", "中", "の", "한", "😀", "—", "─", "\u200b"])),
    fc.nat(2000),
  )
  .map(([character, times]) => character.repeat(times + 1));

const emoji = many(
  fc.oneof(
    charactersIn([0x1f300, 0x1f64f], [0x1f680, 0x1f6ff], [0x1f900, 0x1faff], [0x2600, 0x27bf]),
    oneOf(["👩‍💻", "🏳️‍🌈", "👍🏽", "🇫🇷", "❤️", "1️⃣", "✅", "🚀"]),
    oneOf(common).map((text) => ` ${text} `),
  ),
  { most: 200 },
);
const rareScripts = many(
  fc.oneof(
    {
      weight: 8,
      arbitrary: charactersIn(
        [0x370, 0x3ff],
        [0x400, 0x52f],
        [0x531, 0x587],
        [0x5d0, 0x5ea],
        [0x620, 0x64a],
        [0x710, 0x72f],
        [0x904, 0x939],
        [0x985, 0x9b9],
        [0xb85, 0xbb9],
        [0xe01, 0xe3a],
        [0xf40, 0xf6c],
        [0x10a0, 0x10ff],
        [0x1200, 0x135a],
        [0x13a0, 0x13f4],
        [0x1780, 0x17b3],
        [0x1820, 0x1877],
        [0x2c00, 0x2c5f],
        [0xa000, 0xa48c],
        [0xa500, 0xa62b],
        [0x10330, 0x1034a],
        [0x12000, 0x12399],
        [0x13000, 0x1342e],
      ),
    },
    { weight: 1, arbitrary: oneOf([" ", ". ", "\n"]) },
  ),
  { most: 300 },
);
const mathematicalLetters = many(charactersIn([0x1d400, 0x1d7ff], [0x2100, 0x214f], [0x2200, 0x22ff]), { most: 300 });

const plain = {
  prose,
  names: many(fc.oneof(oneOf(names), word), { most: 120, between: " " }),
  markdown,
  "markdown as a JSON string": markdown.map((text) => JSON.stringify(text)),
  code,
  minified,
  tables,
  json,
  chinese,
  japanese,
  korean,
  urls,
  base64,
  hexadecimal,
  uuids,
  runs,
  "runs as a JSON string": runs.map((text) => JSON.stringify(text.slice(0, 300))),
  emoji,
  "rare scripts": rareScripts,
  "mathematical letters": mathematicalLetters,
};

export const textClasses: Readonly<Record<string, fc.Arbitrary<string>>> = {
  ...plain,
  mixed: fc
    .tuple(
      fc.array(fc.oneof(...Object.values(plain)), { minLength: 2, maxLength: 4 }),
      oneOf(["", " ", "\n", "\n\n", ","]),
    )
    .map(([texts, between]) => texts.join(between)),
};

/** A text of any class, the empty one and stray characters included. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  ...Object.values(textClasses),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 200 }),
);
