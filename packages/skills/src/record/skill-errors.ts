import { defineErrors } from "@pd/core";

/** The errors of skills, and what each door makes of them. */
export const SKILL_ERRORS = /* @__PURE__ */ defineErrors({
  "skill-unknown": {
    status: 404,
    fault: "absent",
    exit: 1,
    what: "No skill has that name.",
    fix: "Try one of the near ones that the error names, or list the skills.",
  },
  "skill-invalid": {
    status: 422,
    fault: "host",
    what: "A skill cannot be used: its file or frontmatter is beyond repair, or it has no name or description.",
    fix: "Correct the file at the line that the error names.",
  },
  "skill-unapproved": {
    status: 403,
    fault: "host",
    what: "The host has not approved this skill with the files it has now.",
    fix: "Look at the skill, then approve it; a changed file asks again.",
  },
});
