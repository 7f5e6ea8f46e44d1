import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'

/** A state directory of a node on the edge, and what its node has (`save-state.ts`). */
export interface SavedState {
  /** the identity of the node */
  id: string
  /** pinned file in segments, and its name */
  large: string
  /** pinned file in rows */
  small: string
  unpinned: string
  /** `/site` in MFS, with the two pinned files */
  folder: string
  /** key `blog` */
  key: string
  /** contents by path, in base64 */
  files: Record<string, string>
}

/** Writes a saved state directory to a folder. */
export async function restoreState (fixture: string, folder: string): Promise<SavedState> {
  const saved = JSON.parse(gunzipSync(await readFile(fixture)).toString()) as SavedState

  for (const [name, base64] of Object.entries(saved.files)) {
    const file = path.join(folder, name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, Buffer.from(base64, 'base64'))
  }

  return saved
}
