import type { ContentPlace, OtherPlace, SiteFacts } from "./dialect.js";

/** The facts of a site as they are for a folder of it; nothing where that folder holds no pages of it. */
export function factsBelow(facts: SiteFacts, folder: string): SiteFacts | undefined {
  const content = facts.content.flatMap((place): readonly ContentPlace[] => {
    const inside = pathBelow(place.folder, folder);
    if (inside !== undefined) return [{ ...place, folder: inside }];
    const rest = place.folder === "" ? folder : pathBelow(folder, place.folder);
    return rest === undefined ? [] : [{ ...place, folder: "", bases: place.bases.map((base) => `${base}/${rest}`) }];
  });
  if (content.length === 0) return undefined;
  const others = facts.others.flatMap((other): readonly OtherPlace[] => {
    if (!("folder" in other.at)) return [other];
    const inside = pathBelow(other.at.folder, folder);
    return inside === undefined || inside === "" ? [] : [{ ...other, at: { folder: inside } }];
  });
  // The deepest of several that all hold the folder.
  const around = content.filter((place) => place.folder === "").at(-1);
  return {
    ...facts,
    folder: "",
    content: [...content.filter((place) => place.folder !== ""), ...(around === undefined ? [] : [around])],
    others,
  };
}

/** A path as it is below a folder: empty for the folder itself, nothing where it lies elsewhere. */
function pathBelow(path: string, folder: string): string | undefined {
  if (path === folder) return "";
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;
}
