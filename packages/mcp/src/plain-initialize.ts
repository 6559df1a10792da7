import { isObject } from "./json-rpc.js";

/** Versions of the protocol that begin with `initialize`. The SDK knows them too, which a test checks; of any other, it says what follows. */
export const INITIALIZED_VERSIONS: readonly string[] = [
  "2025-11-25",
  "2025-06-18",
  "2025-03-26",
  "2024-11-05",
  "2024-10-07",
];

/**
 * The version of an `initialize` that is plainly in order. Nothing where it is not, or is in any doubt: those are for the SDK's schemas to say.
 */
export function plainVersionIn(params: Readonly<Record<string, unknown>>): string | undefined {
  const { protocolVersion, capabilities, clientInfo } = params;
  if (Object.keys(params).length !== 3 || typeof protocolVersion !== "string") return undefined;
  const isPlain =
    INITIALIZED_VERSIONS.includes(protocolVersion) && isClient(clientInfo) && areCapabilities(capabilities);
  return isPlain ? protocolVersion : undefined;
}

const WORDS = ["title", "websiteUrl", "description"];

function isClient(info: unknown): boolean {
  if (!isObject(info) || typeof info["name"] !== "string" || typeof info["version"] !== "string") return false;
  const others = Object.keys(info).filter((field) => field !== "name" && field !== "version");
  return others.every((field) => WORDS.includes(field) && typeof info[field] === "string");
}

/** What clients say that they can do, each as it usually looks. */
const USUAL = new Map<string, (capability: Readonly<Record<string, unknown>>) => boolean>([
  ["roots", ({ listChanged = false, ...others }) => typeof listChanged === "boolean" && isEmpty(others)],
  ["sampling", ({ context = {}, tools = {}, ...others }) => isEmpty(context) && isEmpty(tools) && isEmpty(others)],
  ["elicitation", ({ form = {}, url = {}, ...others }) => isEmpty(form) && isEmpty(url) && isEmpty(others)],
  ["experimental", (given) => Object.values(given).every(isObject)],
  ["extensions", (given) => Object.values(given).every(isObject)],
]);

function areCapabilities(capabilities: unknown): boolean {
  if (!isObject(capabilities)) return false;
  return Object.entries(capabilities).every(([name, one]) => isObject(one) && USUAL.get(name)?.(one) === true);
}

function isEmpty(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}
