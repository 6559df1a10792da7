import { computed, effect, signal } from "@preact/signals";
import { parameter } from "./router.js";

const THEMES = ["system", "light", "dark"] as const;

type Theme = (typeof THEMES)[number];

const KEPT = "pd-theme";
const asked = parameter("theme");
const chosen = signal<Theme>(themeOf(localStorage.getItem(KEPT)));

/** An address can say which, so that a picture of a page is always the same. */
export const theme = computed<Theme>(() => (asked.value === undefined ? chosen.value : themeOf(asked.value)));

const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
const systemDark = signal(systemIsDark.matches);
systemIsDark.addEventListener("change", ({ matches }) => {
  systemDark.value = matches;
});

export const isDark = computed(() => theme.value === "dark" || (theme.value === "system" && systemDark.value));

export function nextTheme(): void {
  chosen.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? "system";
  localStorage.setItem(KEPT, chosen.value);
}

export function startTheme(): void {
  effect(() => {
    document.documentElement.dataset["theme"] = theme.value;
  });
}

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/** Whoever asks for less motion gets none. */
export function wantsMotion(): boolean {
  return !reduced.matches;
}

/** A colour of the style sheet as the canvas wants it. Canvases do not know custom properties. */
export function colourOf(name: `--${string}`): string {
  const probe = document.createElement("i");
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

function themeOf(text: string | null): Theme {
  return THEMES.find((name) => name === text) ?? "system";
}
