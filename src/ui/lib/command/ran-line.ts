import { cliLine } from './cli-line.ts'

/**
 * The line of a command that an action of the page ran, for the console and a terminal.
 *
 * @param path - as `files/mv`. @param options - by their long names
 */
export function ranLine (path: string, args: readonly string[], options: Readonly<Record<string, string>> = {}): string {
  return cliLine({ command: { path }, args, files: [], options: new Map(Object.entries(options).map(([name, value]) => [name, [value]])) }, [])
}
