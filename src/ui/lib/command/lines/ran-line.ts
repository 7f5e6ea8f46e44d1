import { cliLine } from '../call/cli-line.ts'

/**
 * Returns the command line of an action of the page, for the console and a terminal.
 *
 * @param path - such as `files/mv`
 * @param args - an empty last argument was not entered yet, and is left out
 * @param options - by their long names
 */
export function ranLine (
  path: string,
  args: readonly string[],
  options: Readonly<Record<string, string>> = {}
): string {
  const written = args.at(-1) === '' ? args.slice(0, -1) : args
  return cliLine({
    command: { path },
    args: written,
    files: [],
    options: new Map(Object.entries(options).map(([name, value]) => [name, [value]]))
  }, [])
}
