import { createReadStream, watch } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { later } from '../../async/timers/later.ts'
import type { Logger } from '../../log/logs.ts'
import type { IpfsNode } from '../../node/interface/ipfs-node.ts'

/** Extension of the files with denylists. */
const EXTENSION = '.deny'

/** Delay after a change of the folder: editors and downloads write in several steps. */
const SETTLE_MS = 200

/**
 * Follows the `*.deny` files of a folder, as Kubo does with `$IPFS_PATH/denylists`: each is a denylist with the name of
 * its file. A file that changes is read again, and a file that disappears no longer counts. A file that cannot be read
 * leaves its list as it was.
 *
 * @returns when the files have been read, a function that ends it
 * @throws an Error if the folder cannot be read
 */
export async function followDenylistFolder (
  { denylists, logs }: Pick<IpfsNode, 'denylists' | 'logs'>,
  folder: string
): Promise<() => void> {
  const log = logs.logger('nopfs')
  const ending = new AbortController()
  let cancel = (): void => {}
  let reading = readFolder(denylists, folder, { log, signal: ending.signal })
  await reading

  const watcher = watch(folder, { persistent: false }, () => {
    cancel()
    cancel = later(() => {
      reading = reading.catch(() => {}).then(async () =>
        await readFolder(denylists, folder, { log, signal: ending.signal })
      )
      reading.catch((err: Error) => {
        log.warn('the folder with denylists could not be read', { folder, problem: err.message })
      })
    }, SETTLE_MS)
  })

  return () => {
    cancel()
    watcher.close()
    ending.abort()
  }
}

/** Reads the files that have changed, and removes the lists of files that are gone. */
async function readFolder (
  denylists: IpfsNode['denylists'],
  folder: string,
  { log, signal }: { log: Logger; signal: AbortSignal }
): Promise<void> {
  const files = (await readdir(folder)).filter((name) => name.endsWith(EXTENSION)).sort()

  for (const file of files) {
    const path = join(folder, file)

    try {
      const { mtimeMs, size } = await stat(path)
      const tag = `${mtimeMs}-${size}`

      if (denylists.find(listName(file))?.tag !== tag) {
        await denylists.put(listName(file), { kind: 'file', path }, { tag, chunks: createReadStream(path) }, {
          maxBytes: Infinity,
          signal
        })
      }
    } catch (err) {
      signal.throwIfAborted()
      log.error('a denylist could not be read', { file: path, problem: (err as Error).message })
    }
  }

  for (const { name, source } of [...denylists.lists]) {
    if (source.kind === 'file' && !files.some((file) => join(folder, file) === source.path)) {
      await denylists.remove(name)
    }
  }
}

/** Returns the name of a file's list. Names of lists have no other characters. */
function listName (file: string): string {
  return file.replace(/[^\w.-]/g, '_').replace(/^[^\w]/, '_').slice(-64)
}
