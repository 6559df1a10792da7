/** What a command came upon that makes it run other code than without: the code cache grows by it. */
export const noted = new Set<string>();
