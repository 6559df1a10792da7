import { LEVEL_NAMES, type Level } from "@pd/core";

/** A level by colour, digit and, for who hears it, name. */
export function LevelBadge({ level }: { readonly level: Level }) {
  return (
    <span class="level-badge" data-level={level} title={`level ${level}: ${LEVEL_NAMES[level]}`}>
      <span aria-hidden="true">{level}</span>
      <span class="for-ears">{`level ${level}, ${LEVEL_NAMES[level]}`}</span>
    </span>
  );
}
