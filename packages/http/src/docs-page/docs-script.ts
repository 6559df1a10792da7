/**
 * Runs in the reader's browser, so it is text here. It builds elements and sets their text: nothing of the description or of
 * an answer is ever taken for markup.
 */
export const DOCS_SCRIPT = String.raw`"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const make = (name, properties, ...children) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  };
  const own = (object, key) => (object && typeof object === "object" && Object.hasOwn(object, key) ? object[key] : undefined);

  const follow = (schema, root) => {
    const reference = schema && schema.$ref;
    if (typeof reference !== "string") return schema || {};
    return reference.slice(2).split("/").reduce((at, key) => own(at, key.replaceAll("~1", "/").replaceAll("~0", "~")) || {}, root);
  };

  const kindOf = (schema) => {
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" or ");
    if (schema.anyOf) return schema.anyOf.map(kindOf).join(" or ");
    if (schema.type === "array") return "list of " + kindOf(schema.items || {});
    const limits = [
      own(schema, "minimum") > -1e15 ? "from " + schema.minimum : "",
      own(schema, "maximum") < 1e15 ? "to " + schema.maximum : "",
      schema.maxLength ? "at most " + schema.maxLength + " characters" : "",
      own(schema, "default") === undefined ? "" : "default " + JSON.stringify(schema.default),
    ].filter(Boolean).join(", ");
    return (schema.type || "any") + (limits ? ", " + limits : "");
  };

  const inputFor = (schema) => {
    const options = schema.enum || (schema.type === "boolean" ? [true, false] : undefined);
    if (!options) return make("input", { placeholder: own(schema, "default") === undefined ? "" : String(schema.default), spellcheck: false });
    return make("select", {}, make("option", { value: "", textContent: "" }), ...options.map((value) => make("option", { value: String(value), textContent: String(value) })));
  };

  const valueOf = (text, schema) => {
    const kinds = (schema.anyOf || [schema]).map((one) => one.type);
    if ((kinds.includes("integer") || kinds.includes("number")) && text.trim() !== "" && !Number.isNaN(Number(text))) return Number(text);
    if (kinds.includes("boolean")) return text === "true";
    if (kinds.includes("array") && text.trim().startsWith("[")) { try { return JSON.parse(text); } catch { return text; } }
    if (kinds.includes("object")) { try { return JSON.parse(text); } catch { return text; } }
    return text;
  };

  const headers = () => {
    const given = {};
    if (byId("token").value) given.authorization = "Bearer " + byId("token").value;
    if (byId("session").value) given["pd-session"] = byId("session").value;
    return given;
  };

  const shown = (text) => {
    try { return JSON.stringify(JSON.parse(text), null, 2); } catch { return text; }
  };

  const figure = (text, bad) => make("span", { textContent: text, className: bad ? "bad" : "" });

  async function readEvents(response, pre) {
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let kept = "", last = "";
    for (;;) {
      const next = await reader.read();
      if (next.done) return last;
      kept += next.value;
      const parts = kept.split("\n\n");
      kept = parts.pop();
      for (const part of parts) {
        const [event, data] = part.split("\n");
        if (event === "event: answer" || event === "event: problem") last = data.slice(6);
        else pre.textContent += event.slice(7) + "  " + data.slice(6) + "\n";
      }
    }
  }

  async function send(request, result, button) {
    button.disabled = true;
    result.replaceChildren();
    const started = performance.now();
    try {
      const response = await fetch(request.address, request.init);
      const events = (response.headers.get("content-type") || "").startsWith("text/event-stream");
      const live = make("pre", {});
      if (events) result.append(live);
      const text = events ? await readEvents(response, live) : await response.text();
      let answer; try { answer = JSON.parse(text); } catch { answer = undefined; }
      const session = response.headers.get("pd-session") || own(answer, "session");
      if (session && answer.telemetry) byId("session").value = session;
      const telemetry = answer && answer.telemetry;
      const figures = make("div", { className: "figures" },
        figure(response.status + " " + response.statusText, !response.ok),
        figure(Math.round(performance.now() - started) + " ms"),
        figure(new Blob([text]).size + " bytes"));
      if (telemetry) figures.append(
        figure(telemetry.tokensUsed + (telemetry.tokenBudget === null ? "" : " of " + telemetry.tokenBudget) + " tokens"),
        figure(answer.nodes.length + " nodes"),
        figure(telemetry.coveragePercent + "% read"));
      const problem = answer && answer.code && answer.detail ? make("p", { className: "failure" }, make("b", { textContent: answer.detail }), answer.fix || "") : "";
      const pack = answer && typeof answer.text === "string" ? make("pre", { textContent: answer.text }) : "";
      result.prepend(figures, problem, pack);
      result.append(make("pre", { textContent: text === "" ? "(no body)" : shown(text) }));
    } catch (error) {
      result.append(make("p", { className: "failure", textContent: "The server could not be reached: " + error.message }));
    }
    button.disabled = false;
  }

  function operationOf(path, method, operation, root) {
    const parameters = (operation.parameters || []).map((one) => follow(one, root)).filter((one) => one.in === "query" || one.in === "path");
    const content = operation.requestBody && operation.requestBody.content["application/json"];
    const schema = content ? follow(content.schema, root) : undefined;
    const fields = schema
      ? Object.entries(schema.properties || {}).map(([name, one]) => ({ name, schema: one, required: (schema.required || []).includes(name), description: one.description }))
      : parameters.map((one) => ({ name: one.name, schema: one.schema || {}, required: one.required, description: one.description, place: one.in }));
    for (const field of fields) field.input = inputFor(field.schema);
    const rows = fields.map((field) => make("tr", {},
      make("td", { className: "name" }, field.name, field.required ? make("b", { textContent: " *", title: "required" }) : ""),
      make("td", { className: "kind", textContent: kindOf(field.schema) + (field.description ? ". " + field.description : "") }),
      make("td", { className: "field" }, field.input)));
    const given = () => fields.filter(({ input }) => input.value !== "").map((field) => [field.name, valueOf(field.input.value, field.schema), field.place]);
    const button = make("button", { type: "submit", className: "primary", textContent: "Send" });
    const copy = make("button", { type: "button", textContent: "Copy as curl" });
    const stream = make("input", { type: "checkbox" });
    const answers = own(operation.responses || {}, "200");
    const streams = Boolean(answers && answers.content && answers.content["text/event-stream"]);
    const result = make("div", {});

    const requestOf = () => {
      const values = given();
      let address = path;
      const query = new URLSearchParams();
      for (const [name, value, place] of values) {
        if (place === "path") address = address.replace("{" + name + "}", encodeURIComponent(value));
        else if (place === "query") query.set(name, value);
      }
      if (String(query) !== "") address += "?" + query;
      const init = { method: method.toUpperCase(), headers: headers() };
      if (stream.checked) init.headers.accept = "text/event-stream";
      if (schema) {
        init.headers["content-type"] = "application/json";
        init.body = JSON.stringify(Object.fromEntries(values.map(([name, value]) => [name, value])));
      }
      return { address, init };
    };

    copy.addEventListener("click", async () => {
      const { address, init } = requestOf();
      const quote = (text) => "'" + text.replaceAll("'", "'\\''") + "'";
      const parts = ["curl", "-X", init.method, quote(location.origin + address)];
      for (const [name, value] of Object.entries(init.headers)) parts.push("-H", quote(name + ": " + value));
      if (init.body) parts.push("-d", quote(init.body));
      await navigator.clipboard.writeText(parts.join(" "));
      copy.textContent = "Copied";
      setTimeout(() => { copy.textContent = "Copy as curl"; }, 1500);
    });
    const form = make("form", {},
      rows.length ? make("h3", { textContent: "Input" }) : "",
      rows.length ? make("table", {}, make("tbody", {}, ...rows)) : "",
      make("div", { className: "actions" }, button, copy, streams ? make("label", {}, stream, "as events") : ""),
      result);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      send(requestOf(), result, button);
    });
    return make("details", { className: "operation", id: operation.operationId },
      make("summary", {},
        make("span", { className: "method " + method.toUpperCase(), textContent: method.toUpperCase() }),
        make("span", { className: "path", textContent: path }),
        make("span", { className: "short", textContent: operation.summary || "" })),
      make("div", { className: "inside" },
        operation.description && operation.description !== operation.summary ? make("p", { textContent: operation.description }) : "",
        form));
  }

  function show(root) {
    byId("title").textContent = root.info.title;
    byId("summary").textContent = root.info.summary;
    document.title = root.info.title + ": API";
    const main = byId("main"), nav = byId("nav");
    main.replaceChildren(make("p", { textContent: root.info.description.replaceAll("\u0060", "") }));
    nav.replaceChildren();
    for (const tag of root.tags) {
      const operations = Object.entries(root.paths).flatMap(([path, item]) => ["get", "post", "delete"].flatMap((method) => {
        const operation = own(item, method);
        if (!operation || !operation.tags.includes(tag.name)) return [];
        return [[path, method, { ...operation, parameters: [...(item.parameters || []), ...(operation.parameters || [])] }]];
      }));
      if (operations.length === 0) continue;
      nav.append(make("h2", { textContent: tag.name }), ...operations.map(([, , { operationId }]) => make("a", { href: "#" + operationId, textContent: operationId })));
      main.append(make("section", { className: "tag" }, make("h2", { textContent: tag.name }), make("p", { textContent: tag.description }), ...operations.map(([path, method, operation]) => operationOf(path, method, operation, root))));
    }
    reveal();
  }

  const reveal = () => {
    const chosen = byId(location.hash.slice(1));
    if (chosen && chosen.tagName === "DETAILS") { chosen.open = true; chosen.scrollIntoView(); }
  };

  async function load() {
    try {
      const response = await fetch("/openapi.json", { headers: headers() });
      if (response.ok) return show(await response.json());
      byId("summary").textContent = response.status === 401 ? "This server asks for a token." : "The description could not be loaded: " + response.status;
    } catch (error) {
      byId("summary").textContent = "The server could not be reached.";
    }
  }

  addEventListener("hashchange", reveal);
  byId("token").addEventListener("change", load);
  byId("begin").addEventListener("click", () => { byId("session").value = "new"; });
  byId("who").addEventListener("submit", (event) => event.preventDefault());
  load();
})();
`;
