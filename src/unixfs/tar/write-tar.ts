import { unixMode } from '../format/stat.ts'
import type { Time } from '../format/stat.ts'
import { exactSize } from '../format/unixfs-node.ts'
import type { UnixfsNode } from '../format/unixfs-node.ts'
import { readFile } from '../read/file/read-file.ts'
import { readHugeFile } from '../read/file/read-huge-file.ts'
import type { ReadOptions } from '../read/sizes/read-options.ts'
import { joinName } from './join-name.ts'
import { LoadedEntries } from './loaded-entries.ts'
import { tarHeader, tarPadding } from './tar-header.ts'
import type { TarTimes } from './tar-header.ts'

export interface TarOptions extends ReadOptions {
  /** `seconds` if omitted */
  times?: TarTimes
  /** the mtime of entries without their own; the current time if omitted */
  now?: Date
}

const DEFAULT_MODES = { file: 0o644, directory: 0o755, symlink: 0o777 } as const

/** The end of an archive: two empty blocks. */
const END = new Uint8Array(1024)

/**
 * The number of directories on the current path that may read entries ahead. Directories further up release theirs, so
 * that the memory does not grow with the depth.
 */
const LIVE_LEVELS = 4

interface Frame {
  name: string
  entries: LoadedEntries
}

/**
 * Writes a node and its descendants as a tar archive (boxo `files/tarwriter.go`). A directory precedes its entries.
 * Entries without mode and mtime get 0644, 0755 or 0777 and the current time. Yields many small chunks; see `coalesce`.
 *
 * @param name - the name of the root entry
 * @throws (while iterating) an Error if a block is unavailable, or a name leaves the root
 */
export async function* writeTar (root: UnixfsNode, name: string, options: TarOptions): AsyncGenerator<Uint8Array> {
  const frames: Frame[] = []
  const now = toTime(options.now ?? new Date())

  const write = async function* (node: UnixfsNode, path: string): AsyncGenerator<Uint8Array> {
    yield* nodeHeader(node, path, options.times ?? 'seconds', now)

    if (node.kind === 'file') {
      // the header declares how many bytes follow
      const size = exactSize(node)
      yield* node.exact == null
        ? readFile(node, { ...options, length: node.size })
        : readHugeFile(node, { ...options, offset: 0n, length: size })
      yield tarPadding(size)
    } else if (node.kind === 'directory') {
      frames.push({ name: path, entries: new LoadedEntries(node, options) })
      await frames.at(-1 - LIVE_LEVELS)?.entries.park()
    }
  }

  if (root.kind !== 'symlink') {
    options.blocks.expectAll?.(root.cid)
  }

  try {
    yield* write(root, name)

    for (let frame = frames.at(-1); frame != null; frame = frames.at(-1)) {
      options.signal.throwIfAborted()
      const entry = await frame.entries.next()

      if (entry == null) {
        frames.pop()
      } else {
        yield* write(entry.node, joinName(name, frame.name, entry.name))
      }
    }

    yield END
  } finally {
    await Promise.all(frames.map(async ({ entries }) => {
      await entries.close()
    }))
  }
}

function nodeHeader (node: UnixfsNode, name: string, times: TarTimes, now: Time): Uint8Array[] {
  return tarHeader({
    kind: node.kind,
    name,
    mode: unixMode(node.mode) !== 0 ? unixMode(node.mode) : DEFAULT_MODES[node.kind],
    size: node.kind === 'file' ? exactSize(node) : 0n,
    mtime: node.mtime ?? now,
    ...(node.kind === 'symlink' && { linkname: node.target })
  }, times)
}

function toTime (date: Date): Time {
  const ms = date.getTime()
  return { secs: BigInt(Math.floor(ms / 1000)), nsecs: ms % 1000 * 1_000_000 }
}
