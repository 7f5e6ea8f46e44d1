import { randomFillSync } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { encodeCar } from './car-of.mjs'

const BYTES = 128 * 1024 * 1024

/**
 * Writes the file on disk that workloads add, with new random bytes each time.
 *
 * @param {string} folder
 * @param {boolean | 'car'} kind `'car'` writes a CAR of such a file
 * @returns its path
 */
export async function makeDiskFile (folder, kind) {
  const file = path.join(folder, 'file.bin')
  const bytes = randomFillSync(new Uint8Array(BYTES))
  await writeFile(file, kind === 'car' ? (await encodeCar([{ content: bytes }], { rawLeaves: true })).car : bytes)
  return file
}
