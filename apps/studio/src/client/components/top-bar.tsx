import { useEffect, useRef } from "preact/hooks";
import { hrefTo } from "../router.js";
import { nextTheme, theme } from "../theme.js";
import { VIEWS } from "../views.js";

/** Name, menu, and the switch between light and dark. */
export function TopBar({ current }: { readonly current: string | undefined }) {
  const menu = useRef<HTMLElement>(null);
  // On a narrow page the menu is longer than the page.
  useEffect(() => {
    menu.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [current]);
  return (
    <header class="top-bar">
      <a class="brand" href={hrefTo("graph")} aria-label="pd studio, to the graph">
        <Mark />
        <span class="brand-name">
          pd <b>studio</b>
        </span>
      </a>
      <nav ref={menu} class="menu" aria-label="Views">
        {VIEWS.map(({ name, title, about }, index) => (
          <a
            key={name}
            href={hrefTo(name)}
            class="menu-item"
            aria-current={name === current ? "page" : undefined}
            aria-keyshortcuts={String(index + 1)}
            title={`${about} (${index + 1})`}
          >
            {title}
          </a>
        ))}
      </nav>
      <button
        type="button"
        class="button button-quiet theme-switch"
        onClick={nextTheme}
        aria-label={`Colours: ${theme.value}. Change.`}
        title={`Colours: ${theme.value}`}
      >
        <ThemeSign />
      </button>
    </header>
  );
}

/** Five bars, one a level: the shape of the whole idea. */
function Mark() {
  return (
    <svg class="mark" viewBox="0 0 20 20" aria-hidden="true">
      {[6, 9, 12, 16, 20].map((width, level) => (
        <rect key={width} x="0" y={level * 4.2} width={width} height="3" rx="1.5" data-level={level} />
      ))}
    </svg>
  );
}

function ThemeSign() {
  const paths = {
    system: "M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15v15M10 5.5h3M10 9h6.2M10 12.5h5.6M10 16h2.6",
    light:
      "M10 6a4 4 0 1 0 0 8 4 4 0 0 0 0-8M10 1v2M10 17v2M1 10h2M17 10h2M3.6 3.6l1.5 1.5M14.9 14.9l1.5 1.5M3.6 16.4l1.5-1.5M14.9 5.1l1.5-1.5",
    dark: "M16.5 12.5A7 7 0 0 1 7.5 3.5a7 7 0 1 0 9 9",
  };
  return (
    <svg class="sign" viewBox="0 0 20 20" aria-hidden="true">
      <path d={paths[theme.value]} />
    </svg>
  );
}
