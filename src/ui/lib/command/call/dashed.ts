/** Returns an option as it is written on a command line. */
export function dashed (name: string): string {
  return name.length === 1 ? `-${name}` : `--${name}`
}
