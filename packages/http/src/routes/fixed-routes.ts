import type { JsonSchema } from "@pd/core";

/** A route that is no call of an operation or tool: where it is, and what the description of the API says of it. */
export interface FixedRoute {
  readonly method: "GET" | "DELETE";
  readonly path: string;
  /** Asks for no token. */
  readonly isOpen?: true;
  /** None where only a browser has a use for it. */
  readonly about?: {
    readonly operationId: string;
    readonly summary: string;
    readonly tags: readonly ["sessions" | "server"];
    readonly parameters?: readonly JsonSchema[];
    /** What it answers where nothing is wrong, by status. */
    readonly responses: Readonly<Record<number, JsonSchema>>;
  };
}

const TEXT = { "text/plain": { schema: { type: "string" } } };
const ENDED = { 204: { description: "It has ended, and what it had seen is forgotten." } };

/** Every route that is no call. `routes.ts` has what each of them does. */
export const FIXED_ROUTES = {
  reportSession: {
    method: "GET",
    path: "/api/sessions/:id",
    about: {
      operationId: "session_report",
      summary: "What a session has seen and left out, and what to do better",
      tags: ["sessions"],
      responses: {
        200: { description: "What it has seen.", content: { "application/json": { schema: { type: "object" } } } },
      },
    },
  },
  endSession: {
    method: "DELETE",
    path: "/api/sessions/:id",
    about: { operationId: "end_session", summary: "Ends a session", tags: ["sessions"], responses: ENDED },
  },
  endThisSession: {
    method: "DELETE",
    path: "/api/session",
    about: {
      operationId: "end_this_session",
      summary: "Ends the session that Pd-Session names",
      tags: ["sessions"],
      parameters: [{ $ref: "#/components/parameters/session" }],
      responses: ENDED,
    },
  },
  events: {
    method: "GET",
    path: "/api/events",
    about: {
      operationId: "events",
      summary: "Calls with the same token as they end, for who watches an agent. A server without a token refuses it",
      tags: ["sessions"],
      parameters: [{ name: "session", in: "query", description: "Of one session alone.", schema: { type: "string" } }],
      responses: {
        200: {
          description: "Until either side ends it.",
          content: {
            "text/event-stream": {
              schema: {
                type: "string",
                description:
                  "Each event `call` is one entry of a session log, as JSON: what was asked, answered, shown and left out.",
              },
            },
          },
        },
      },
    },
  },
  openApi: { method: "GET", path: "/openapi.json" },
  docs: { method: "GET", path: "/docs", isOpen: true },
  root: { method: "GET", path: "/", isOpen: true },
  health: {
    method: "GET",
    path: "/health",
    isOpen: true,
    about: {
      operationId: "health",
      summary: "Whether the server lives",
      tags: ["server"],
      responses: { 200: { description: "It does.", content: TEXT } },
    },
  },
  ready: {
    method: "GET",
    path: "/ready",
    isOpen: true,
    about: {
      operationId: "ready",
      summary: "Whether everything is loaded",
      tags: ["server"],
      responses: {
        200: { description: "It is.", content: TEXT },
        503: { description: "Not yet, or it is shutting down.", content: TEXT },
      },
    },
  },
  metrics: {
    method: "GET",
    path: "/metrics",
    about: {
      operationId: "metrics",
      summary: "Figures for Prometheus",
      tags: ["server"],
      responses: { 200: { description: "As text.", content: TEXT } },
    },
  },
} as const satisfies Readonly<Record<string, FixedRoute>>;

export type FixedRouteName = keyof typeof FIXED_ROUTES;
