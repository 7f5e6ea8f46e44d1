import { cliLine } from './cli-line.ts'

/**
 * The line of a command that an action of the page ran, or is to run, for the console and a terminal.
 *
 * @param path - as `files/mv`. @param args - an empty last one is not written yet. @param options - by their long names
 */
export function ranLine (path: string, args: readonly string[], options: Readonly<Record<string, string>> = {}): string {
  const written = args.at(-1) === '' ? args.slice(0, -1) : args
  return cliLine({ command: { path }, args: written, files: [], options: new Map(Object.entries(options).map(([name, value]) => [name, [value]])) }, [])
}
