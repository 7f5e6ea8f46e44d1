/** An option as it is written in a line of a shell. */
export function dashed (name: string): string {
  return name.length === 1 ? `-${name}` : `--${name}`
}
