import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The databases of the objects that a node of `serve:edge` was woken as. @param state - its folder */
export async function objectsIn (state: string): Promise<string[]> {
  const all = await readdir(join(state, 'object'), { recursive: true }).catch(() => [])
  // the engine's own beside those of the objects
  return all.filter((name) => name.endsWith('.sqlite') && !name.endsWith('metadata.sqlite'))
}
