declare const PD_VERSION: string | undefined;

/** Put in when the package is built; from the sources there is none. */
export const VERSION: string = typeof PD_VERSION === "string" ? PD_VERSION : "0.0.0";
