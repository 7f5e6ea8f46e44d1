import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { countInWorker } from './count-in-worker.ts'

/**
 * Copies a build, with a worker that counts what it does.
 *
 * @returns its folder, which the caller removes
 */
export async function countedBuild (dist: string): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'swipfs-trace-'))
  await cp(dist, folder, { recursive: true })

  for (const name of ['sw.js', 'own-origin.js']) {
    const worker = path.join(folder, name)
    await writeFile(worker, countInWorker(await readFile(worker, 'utf8')))
    await Promise.all(['.br', '.gz'].map(async (ending) => {
      await rm(worker + ending, { force: true })
    }))
  }

  return folder
}
