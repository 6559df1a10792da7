/**
 * Words of plain talk, as people write to an assistant and authors of skills seldom do. By how rare they are in skills they would decide:
 * in "my program crashes sometimes" it is the crash that matters. English only: of other languages nothing was measured.
 */
export const EVERYDAY_WORDS = `
able already always am anybody anyone anything around ask asks back bad best better big bit came come comes coming dont easy end enough ever
everybody everyone everything few first five four get gets give gives go goes going good got guy hard help idea ive keep kind know knows
last later less let lets like likes little look looking looks lot lots made make makes may maybe might mine must need needs never new next
nice nobody nothing now often ok okay old one ours people person put puts quite really right said say says see sees small somebody someone
something sometimes sort start still stuff sure take takes tell tells ten thing things think three today told tomorrow took two use used
using want wanted wants way ways well went whole without wrong yesterday yet yours`;
