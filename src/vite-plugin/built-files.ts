import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'

/** Hashes a file as the worker does (`matchesShellHash`). */
export function fileHash (bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest().subarray(0, 9).toString('base64url')
}

/**
 * Lists the files below a folder.
 *
 * @returns paths separated by `/`, sorted; an empty list if the folder does not exist
 */
export async function listFiles (folder: string): Promise<string[]> {
  const entries = folder === '' ? [] : await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) =>
    path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')
  ).sort()
}
