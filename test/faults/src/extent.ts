/** `npm run faults` tries everything; a run of all tests tries a part of it. */
export const long = process.env["PD_FAULTS"] === "long";
