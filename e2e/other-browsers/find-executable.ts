import { accessSync, constants } from 'node:fs'
import path from 'node:path'

/** A program: what the variable of the environment names, or the first of the names that the PATH has. */
export function findExecutable (variable: string, names: string[]): string | undefined {
  const given = process.env[variable]

  if (given != null && given !== '') {
    return isExecutable(given) ? given : undefined
  }

  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable)
}

export function isExecutable (file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
