/** Plain where YAML cannot take it for anything but this text; else in double quotes, whose escapes are those of JSON. */
export function scalar(text: string): string {
  const isPlain = /^[A-Za-z][A-Za-z0-9 ,.()/_-]*$/.test(text) && !text.endsWith(" ");
  if (isPlain && !/^(?:true|false|null|yes|no|on|off|y|n|inf|nan)$/i.test(text)) return text;
  return JSON.stringify(text).replace(
    /[\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
