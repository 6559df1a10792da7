import type { Reply } from "../routes/reply.js";
import { DOCS_SCRIPT } from "./docs-script.js";
import { DOCS_STYLE } from "./docs-style.js";

/** A page that describes the API from `/openapi.json`. It is one file, loads nothing from elsewhere, and may run only its own script. */
export async function docsPage(): Promise<Reply> {
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${await digest(DOCS_SCRIPT)}'`,
    `style-src 'sha256-${await digest(DOCS_STYLE)}'`,
    "connect-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  return {
    status: 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "referrer-policy": "no-referrer",
    },
    body: page(),
  };
}

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}

function page(): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>pd: API</title>
<link rel="icon" href="data:,">
<style>${DOCS_STYLE}</style>
</head>
<body>
<header>
<div><h1 id="title">API</h1><p id="summary">Loading the description …</p></div>
<form id="who">
<label>Token <input id="token" type="password" autocomplete="off" placeholder="none" spellcheck="false"></label>
<label>Session <input id="session" autocomplete="off" placeholder="none" spellcheck="false"></label>
<button type="button" id="begin">New session</button>
</form>
</header>
<div id="frame">
<nav id="nav" aria-label="Operations"></nav>
<main id="main"><noscript>This page needs its script. The description itself is at <a href="/openapi.json">/openapi.json</a>.</noscript></main>
</div>
<script>${DOCS_SCRIPT}</script>
</body>
</html>
`;
}
