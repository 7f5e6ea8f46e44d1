/**
 * Returns the name, or if it is taken, the name with a number before its extension: `photo (2).jpg`. Adds the result to
 * `taken`.
 */
export function freeName (name: string, taken: Set<string>): string {
  const dot = name.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  let chosen = name

  for (let n = 2; taken.has(chosen); n++) {
    chosen = `${stem} (${n})${extension}`
  }

  taken.add(chosen)
  return chosen
}
