import { randomFillSync } from 'node:crypto'

/** A folder to transfer: few large files, or very many small ones. */
export interface Folder {
  name: string
  files: number
  fileBytes: number
  /** unit of the figure: bytes, or files */
  unit: 'MB/s' | 'files/s'
}

const MIB = 1024 * 1024
const LARGE_BYTES = 10 * MIB
const SMALL_BYTES = 1024

/**
 * Returns the folders of a run.
 *
 * @param mib - size of the first one, in files of 10 MiB
 * @param files - number of 1 KiB files in the second one
 */
export function foldersOf (mib: number, files: number): Folder[] {
  return [
    { name: `a folder of ${mib} MiB`, files: Math.ceil(mib * MIB / LARGE_BYTES), fileBytes: LARGE_BYTES, unit: 'MB/s' },
    { name: `${files} files of 1 KiB`, files, fileBytes: SMALL_BYTES, unit: 'files/s' }
  ]
}

/** Returns the rate per second. */
export function figureOf ({ files, fileBytes, unit }: Folder, ms: number): number {
  return (unit === 'MB/s' ? files * fileBytes / 1e6 : files) / (ms / 1000)
}

/** Returns a form for `add`, with new random bytes. */
export function formOf ({ files, fileBytes }: Folder): FormData {
  const form = new FormData()
  for (let i = 0; i < files; i++) {
    form.append('file', new Blob([randomFillSync(new Uint8Array(fileBytes))]), `folder/file ${i}`)
  }
  return form
}

/**
 * Adds a folder of new random bytes. Runs in a page of the node.
 *
 * @returns its CID
 */
export async function addInPage ({ files, fileBytes }: Folder): Promise<string> {
  const form = new FormData()

  for (let i = 0; i < files; i++) {
    const parts: BlobPart[] = []
    for (let left = fileBytes; left > 0; left -= 65_536) {
      parts.push(crypto.getRandomValues(new Uint8Array(Math.min(left, 65_536))))
    }
    form.append('file', new Blob(parts), `folder/file ${i}`)
  }

  const text = await (await fetch('/api/v0/add?cid-version=1&quiet=true', { method: 'POST', body: form })).text()
  return (JSON.parse(text.trim().split('\n').at(-1) ?? '') as { Hash: string }).Hash
}
