import { UsageError } from './usage-error.ts'

/**
 * Checks the name of a folder or file.
 *
 * @returns undefined if the option was left out
 * @throws UsageError that names the option, for an empty name: it would be the working directory
 */
export function parseFolder (option: string, text: string | undefined): string | undefined {
  if (text === '') {
    throw new UsageError(`${option} must name a folder`)
  }

  return text
}
