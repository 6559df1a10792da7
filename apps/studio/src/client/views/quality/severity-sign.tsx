import type { Finding } from "@pd/core";

const SIGNS: Readonly<Record<Finding["severity"], readonly [sign: string, word: string]>> = {
  error: ["✕", "error"],
  warning: ["▲", "warning"],
  info: ["●", "note"],
};

/** How grave: by sign, word and colour. */
export function SeveritySign({ severity }: { readonly severity: Finding["severity"] }) {
  const [sign, word] = SIGNS[severity];
  return (
    <span class="severity" data-severity={severity}>
      <span aria-hidden="true">{sign}</span> {word}
    </span>
  );
}
