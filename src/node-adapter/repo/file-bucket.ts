import { mkdirSync } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import type { ObjectBucket } from '../../store/sql/object-bucket.ts'

/** Stores segments as files. */
export class FileBucket implements ObjectBucket {
  readonly #folder: string

  constructor (folder: string) {
    this.#folder = folder
    mkdirSync(folder, { recursive: true })
  }

  /**
   * Writes a file and its directory entry to the disk. A crash may leave a part of it: the store knows by its
   * rows which segments are complete.
   */
  async put (name: string, bytes: Uint8Array): Promise<void> {
    const file = this.#file(name)
    await mkdir(path.dirname(file), { recursive: true })
    const handle = await open(file, 'w')

    try {
      await handle.writeFile(bytes)
      await handle.datasync()
    } finally {
      await handle.close()
    }

    await syncFolder(path.dirname(file))
  }

  async get (
    name: string,
    { range }: { range?: { offset: number; length: number } } = {}
  ): Promise<{ arrayBuffer: () => Promise<ArrayBuffer> } | null> {
    const handle = await open(this.#file(name)).catch((err: NodeJS.ErrnoException) => {
      if (err.code === 'ENOENT') {
        return null
      }
      throw err
    })

    if (handle == null) {
      return null
    }

    try {
      const { offset, length } = range ?? { offset: 0, length: (await handle.stat()).size }
      const bytes = new Uint8Array(length)
      let filled = 0

      while (filled < length) {
        const { bytesRead } = await handle.read(bytes, filled, length - filled, offset + filled)
        if (bytesRead === 0) {
          break
        }
        filled += bytesRead
      }

      const buffer = filled === length ? bytes.buffer : bytes.slice(0, filled).buffer
      return { arrayBuffer: async () => buffer }
    } finally {
      await handle.close()
    }
  }

  async delete (name: string): Promise<void> {
    await rm(this.#file(name), { force: true })
  }

  #file (name: string): string {
    return path.join(this.#folder, ...name.split('/'))
  }
}

/** Syncs a folder, so that its new entries survive a power failure. Windows has no such call, and needs none. */
async function syncFolder (folder: string): Promise<void> {
  if (process.platform === 'win32') {
    return
  }

  const handle = await open(folder)

  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
