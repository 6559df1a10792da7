import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { ERRORS, type ErrorKind, PdError } from "@pd/core";
import { HTTP_ERRORS } from "../routes/http-errors.js";
import { PROBLEM_TYPE, problemOf } from "../routes/problem.js";

interface Answer {
  readonly line: string;
  readonly kind: ErrorKind;
  readonly message: string;
}

const ANSWERS: ReadonlyMap<string | undefined, Answer> = new Map([
  [
    "HPE_HEADER_OVERFLOW",
    {
      line: "431 Request Header Fields Too Large",
      kind: ERRORS["head-too-large"],
      message: "The head of the request is larger than the server takes",
    },
  ],
  [
    "ERR_HTTP_REQUEST_TIMEOUT",
    { line: "408 Request Timeout", kind: ERRORS["body-too-slow"], message: "The request did not arrive in time" },
  ],
]);

const MALFORMED: Answer = {
  line: "400 Bad Request",
  kind: HTTP_ERRORS["request-invalid"],
  message: "This is not an HTTP request that can be read in one way only",
};

/**
 * What does not even parse never reaches the app: it is told so, and the connection ends. Where an answer on the same
 * connection is under way, what would be said now would be taken for a part of it: then it only ends.
 */
export function onClientError(error: NodeJS.ErrnoException, socket: Duplex, latest?: ServerResponse): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const isAnswering = latest?.headersSent === true && !(latest.req.complete && latest.writableFinished);
  end(socket, isAnswering ? "" : answerTo(error));
}

function answerTo(error: NodeJS.ErrnoException): string {
  const { line, kind, message } = ANSWERS.get(error.code) ?? MALFORMED;
  const body = JSON.stringify(problemOf(new PdError(kind, message)));
  const head = [`content-type: ${PROBLEM_TYPE}`, `content-length: ${Buffer.byteLength(body)}`, "connection: close"];
  return `HTTP/1.1 ${line}\r\n${head.join("\r\n")}\r\n\r\n${body}`;
}

/** Whoever goes on sending is not listened to, and has a moment to read. */
function end(socket: Duplex, text: string): void {
  socket.end(text);
  setTimeout(() => socket.destroy(), 1000).unref();
}
