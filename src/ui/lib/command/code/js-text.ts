/** Returns a text as a JavaScript literal in single quotes. */
export function jsText (text: string): string {
  return `'${
    JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'").replaceAll('\u2028', '\\u2028')
      .replaceAll('\u2029', '\\u2029')
  }'`
}
