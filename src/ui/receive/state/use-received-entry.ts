import { useEffect, useState } from 'preact/hooks'
import { askNode } from '../../client/ask-node.ts'
import type { FolderEntry } from '../../folder/lib/folder-entry.ts'
import { readEntries } from '../../folder/state/read-entries.ts'
import { useStorePart } from '../../lib/reactive/store.ts'
import { receiving } from './receive.ts'
import type { ReceivedRoot } from './receive.ts'

/** An entry of a shared folder, or the shared item itself. */
export interface ReceivedEntry {
  cid: string
  isFolder: boolean
  sizeBytes: number
  /** entries of a folder, by name; undefined until read */
  entries?: readonly FolderEntry[]
}

/**
 * Reads an entry below the root of a shared item. Reads it again when the sender is back, and when everything is here:
 * then the sizes of the entries are known.
 *
 * @returns undefined until its first block has arrived
 */
export function useReceivedEntry (root: ReceivedRoot, inside: readonly string[]): ReceivedEntry | undefined {
  const isMet = useStorePart(receiving, ({ isMet }) => isMet)
  const isWhole = useStorePart(receiving, ({ isWhole }) => isWhole)
  const place = [root.cid, ...inside].join('/')
  const [entry, setEntry] = useState<ReceivedEntry & { place: string }>()

  useEffect(() => {
    const gone = new AbortController()
    const { signal } = gone
    void readReceived(root, inside, signal).then(async (found) => {
      const show = (entries?: readonly FolderEntry[]): void => {
        setEntry((before) => ({
          ...found,
          place,
          entries: entries ?? (before?.place === place ? before.entries : undefined)
        }))
      }
      show()
      if (found.isFolder) {
        show((await readEntries(found.cid, { signal })).entries)
      }
    }).catch(() => {}) // It is read again when the sender is back.
    return () => {
      gone.abort()
    }
  }, [place, isMet, isWhole])

  return entry?.place === place ? entry : undefined
}

async function readReceived (
  root: ReceivedRoot,
  inside: readonly string[],
  signal: AbortSignal
): Promise<ReceivedEntry> {
  if (inside.length === 0) {
    return root
  }
  const { Hash, Size, CumulativeSize, Type } = await askNode<
    { Hash: string; Size: number; CumulativeSize: number; Type: string }
  >('files/stat', { args: [`/ipfs/${root.cid}/${inside.join('/')}`], signal })
  const isFolder = Type === 'directory'
  return { cid: Hash, isFolder, sizeBytes: isFolder ? CumulativeSize : Size }
}
