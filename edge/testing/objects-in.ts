import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Lists the database files of the objects of a `serve:edge` node.
 *
 * @param state - its folder
 */
export async function objectsIn (state: string): Promise<string[]> {
  const all = await readdir(join(state, 'object'), { recursive: true }).catch(() => [])
  // Excludes the engine's own database.
  return all.filter((name) => name.endsWith('.sqlite') && !name.endsWith('metadata.sqlite'))
}
