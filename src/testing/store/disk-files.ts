import { openAsBlob } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename, relative, resolve, sep } from 'node:path'
import type { ReferencedFiles } from '../../blocks/references/referenced-files.ts'

/** Returns the files below a folder, by their relative paths, as Kubo references them. */
export function diskFiles (root: string): ReferencedFiles {
  return {
    async nameOf (path) {
      if (!resolve(path).startsWith(`${root}${sep}`)) {
        throw new Error(`cannot add filestore references outside ipfs root (${root})`)
      }

      return relative(root, path)
    },

    async read (name, offset, size) {
      const file = await open(resolve(root, name)).catch((err: NodeJS.ErrnoException) => {
        throw err.code === 'ENOENT' ? new DOMException(err.message, 'NotFoundError') : err
      })

      try {
        const { bytesRead, buffer } = await file.read(new Uint8Array(size), 0, size, offset)
        return buffer.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    },

    async open (name) {
      const path = resolve(root, name)
      return new File([await openAsBlob(path)], basename(path), { lastModified: (await stat(path)).mtimeMs })
    }
  }
}
