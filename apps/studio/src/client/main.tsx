import "./style/tokens.css";
import "./style/base.css";
import "./style/shell.css";
import "./style/components.css";
import { render } from "preact";
import { App } from "./app.js";
import { startKeys } from "./keys.js";
import { startRouter } from "./router.js";
import { startFeed } from "./state/feed.js";
import { startGraph } from "./state/graph.js";
import { startTheme } from "./theme.js";

startTheme();
startRouter();
startKeys();
startFeed();
startGraph();
render(<App />, document.querySelector("#app")!);
