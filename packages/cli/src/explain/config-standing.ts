import type { LoadedConfig } from "@pd/core/files";

/** In words: what a configuration is, and whether it counts. */
export function standingOf({ form, standing, notice }: LoadedConfig): string {
  const kind = form === "code" ? "code, not run here, content not shown" : "JSON";
  switch (standing) {
    case "named":
      return `${kind}; named on the command line`;
    case "trusted":
      return `${kind}; trusted`;
    case "unneeded":
      return `${kind}; asks for nothing that needs trust`;
    case "untrusted":
    case "changed":
    case "refused":
      return notice === undefined ? kind : `${kind}; ${notice.message}. ${notice.fix}`;
  }
}
