import { randomFillSync } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'

const BYTES = 128 * 1024 * 1024

/** Writes the file on the disk that workloads add, of new bytes each time. @returns its path */
export async function makeDiskFile (folder) {
  const file = path.join(folder, 'file.bin')
  await writeFile(file, randomFillSync(new Uint8Array(BYTES)))
  return file
}
