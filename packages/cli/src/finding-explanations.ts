import { FRONTMATTER_EXPLANATIONS } from "./frontmatter-explanations.js";

/** What the findings of `pd validate` and `pd skill validate` mean, and what to do about each. */
export const FINDING_EXPLANATIONS: readonly (readonly [
  code: string,
  explanation: readonly [what: string, fix: string],
])[] = [
  [
    "broken-link",
    ["A link leads to no note. Each costs 10 points.", "Mend the target, write the note, or take the link away."],
  ],
  [
    "missing-heading",
    ["A link names a heading that its note does not have.", "Write the heading, or mend what stands after the #."],
  ],
  [
    "missing-block",
    [
      "A link names a block that its note does not have.",
      "Write the block's id at the end of its paragraph, or mend the link.",
    ],
  ],
  [
    "ambiguous-link",
    [
      "A link names several notes, and one of them was taken. It costs nothing.",
      "Write the path of the note, so that a new one cannot change where it leads.",
    ],
  ],
  [
    "no-description",
    [
      "A note says not in one line what it is about; its first sentence stands in. 5 points.",
      "Write description: in its frontmatter.",
    ],
  ],
  [
    "orphan",
    [
      "No note links to it, and it links to none, so that nobody comes upon it. 3 points.",
      "Link it from a map of content.",
    ],
  ],
  [
    "no-type",
    ["It has no type, so it counts as a note. 2 points.", "Write type: note, moc or another word of your own."],
  ],
  [
    "no-domain",
    [
      "It has no domain and lies in no folder that could give one. 1 point.",
      "Write domain:, or move it into a folder.",
    ],
  ],
  [
    "circular-pair",
    ["Two notes link to each other and to nothing else. 2 points.", "Link one of them from elsewhere."],
  ],
  [
    "folder-unreadable",
    [
      "A folder could not be listed, so its notes are missing.",
      "Give yourself the right to read it, or name it in .pdignore.",
    ],
  ],
  [
    "ignore-unreadable",
    [
      "The .pdignore cannot be read or is too long, so notes are shown that it may have left out.",
      "Make it a plain file below 64 KB and 1,000 lines that you may read.",
    ],
  ],
  [
    "link-nowhere",
    ["A symbolic link has a note's name and leads nowhere.", "Remove it, or make it lead to the note again."],
  ],
  [
    "not-a-file",
    [
      "Something with a note's name is a pipe, a socket or a device, so it is not read.",
      "Call it otherwise, or name it in .pdignore.",
    ],
  ],
  [
    "link-outside",
    [
      "A symbolic link leads out of the vault, so it is not followed.",
      "Copy the note into the vault, or open that folder as a vault of its own.",
    ],
  ],
  [
    "too-deep",
    [
      "There are more folders below each other than are followed.",
      "Move the notes up, or open the folder as a vault of its own.",
    ],
  ],
  [
    "skill-no-frontmatter",
    [
      "A skill needs a name and a description in its frontmatter.",
      "Begin the file with ---, name:, description:, ---.",
    ],
  ],
  ["skill-no-name", ["A skill has no name.", "Write name: as the folder is called."]],
  [
    "skill-name",
    ["A skill's name is lower-case words with single hyphens, at most 64 characters.", "Write a name like pdf-forms."],
  ],
  [
    "skill-folder",
    [
      "A skill's name and its folder differ, and some tools go by the one, some by the other.",
      "Give both the same name.",
    ],
  ],
  [
    "skill-no-description",
    ["A skill has no description, so that no model can choose it.", "Say in one line what it does and when to use it."],
  ],
  ["skill-description", ["A description has more than 1,024 characters.", "Move the details into the body."]],
  ["skill-compatibility", ["compatibility has more than 500 characters.", "Shorten it."]],
  [
    "skill-field",
    ["A field of a skill is empty, or has another kind of value than the format gives it.", "Write a text, in quotes."],
  ],
  ["skill-metadata", ["metadata is no map of texts.", "Put quotes around numbers and dates."]],
  [
    "skill-unknown-key",
    ["A key that the format of skills does not have; other tools may refuse it.", "Put it under metadata."],
  ],
  ["skill-file-name", ["The file of a skill is called SKILL.md.", "Rename it."]],
  ...Object.entries(FRONTMATTER_EXPLANATIONS).map(
    ([code, explanation]) => [`frontmatter-${code}`, explanation] as const,
  ),
];
