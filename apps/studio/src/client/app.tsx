import { useEffect } from "preact/hooks";
import { SessionBar } from "./components/session-bar.js";
import { TokenForm } from "./components/token-form.js";
import { TopBar } from "./components/top-bar.js";
import { ViewPort } from "./components/view-port.js";
import { hasToken } from "./connection.js";
import { place } from "./router.js";
import { VIEWS } from "./views.js";

/** The frame around every view: what there is to look at, which session, and how to get about. */
export function App() {
  const view = VIEWS.find(({ name }) => name === place.value.view);
  useEffect(() => {
    document.title = view === undefined ? "pd studio" : `${view.title} – pd studio`;
  }, [view]);
  if (!hasToken.value) return <TokenForm />;
  return (
    <div class="shell">
      <a class="skip-link" href="#view">
        Skip to the view
      </a>
      <TopBar current={view?.name} />
      <SessionBar />
      <main id="view" class="view" tabIndex={-1}>
        <h1 class="for-ears">{view === undefined ? "pd studio" : `${view.title}: ${view.about}`}</h1>
        <ViewPort view={view} />
      </main>
    </div>
  );
}
