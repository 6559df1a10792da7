import shared from "pd-tooling/vitest";

/** They stand in for modules or change the working directory; all others share what they import, which takes half the time. */
const ALONE = ["src/discovery-reads.test.ts", "src/pinned-program.test.ts"];

// A project adds to what it extends, so what is included is said by the projects alone.
const { include = [], ...test } = shared.test ?? {};

export default {
  ...shared,
  test: {
    ...test,
    projects: [
      { extends: true, test: { name: "alone", include: ALONE } },
      { extends: true, test: { name: "together", include, exclude: ALONE, isolate: false } },
    ],
  },
};
