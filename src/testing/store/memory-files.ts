import type { CopyFiles } from '../../store/copies/datastore-copy.ts'

/** Files in memory, which tests may corrupt. */
export interface MemoryFiles extends CopyFiles {
  readonly all: Map<string, Uint8Array<ArrayBuffer>>
  /** whether writes fail for lack of room */
  full: boolean
  writes: number
}

export function memoryFiles (all = new Map<string, Uint8Array<ArrayBuffer>>()): MemoryFiles {
  const files: MemoryFiles = {
    all,
    full: false,
    writes: 0,
    names: async () => [...all.keys()],
    read: async (name) => all.get(name),
    write: async (name, bytes) => {
      files.writes++
      await Promise.resolve()
      if (files.full) {
        throw new DOMException('full', 'QuotaExceededError')
      }
      all.set(name, bytes)
    },
    remove: async (name) => {
      all.delete(name)
    }
  }

  return files
}
