import type { NodeId } from "@pd/core";
import type { GraphColumns } from "../../../wire.js";

/** Four nodes in two domains, for tests. */
export const SMALL_GRAPH: GraphColumns = {
  graphId: "g",
  version: "1",
  ids: ["a", "b", "c", "d"] as unknown as NodeId[],
  names: ["Rose soil", "Soil", "Subsoil", "Water"],
  types: [0, 0, 1, 1],
  typeNames: ["note", "guide"],
  domains: [0, 0, 1, 1],
  domainNames: ["garden", "shed"],
  tags: [[0], [0, 1], [], [1]],
  tagNames: ["start", "ground"],
  tokens: [10, 20, 30, 40],
  from: [0, 1, 3],
  to: [1, 2, 1],
  relations: [0, 0, 1],
  relationNames: ["references", "clusters"],
};
