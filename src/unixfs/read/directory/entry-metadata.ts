import type { CID } from 'multiformats/cid'
import type { BlockReader } from '../../../blocks/reader/block-reader.ts'
import { concatBytes } from '../../../bytes/concat-bytes.ts'
import { CODEC } from '../../../cid/codes/multiformat-codes.ts'
import { hashSync } from '../../../cid/hash/hash.ts'
import { decodePbNode } from '../../../ipld/dag-pb/decode-pb-node.ts'
import type { Linked } from '../../../ipld/dag-pb/pb-node.ts'
import type { Note } from '../../../store/blockstore/capabilities.ts'
import { decodeUnixfsData, unixfsSize } from '../../format/decode-unixfs-data.ts'
import { fileMode } from '../../format/file-mode.ts'
import { hasWrongSizes } from '../../format/has-wrong-sizes.ts'
import { UNIXFS_TYPE } from '../../format/unixfs-data.ts'

/**
 * The metadata of an entry without mode and mtime: the UnixFS type of its node and the size of a file; or a raw block.
 */
export interface EntryFact {
  type: number | 'raw'
  size: number
}

/**
 * The result of reading an entry: a fact if it has no other metadata, its block if it has, undefined if it was not
 * read.
 */
export type EntryMetadata = EntryFact | Uint8Array | undefined

/** A cached note with the metadata of a chunk of entries, and its key. */
export type EntryNote = readonly [key: Uint8Array, note: Note]

export interface EntryMetadataOptions {
  blocks: BlockReader
  signal: AbortSignal
  /** selects the entries to read, by their codec; blocks of other entries need not be available */
  wants: (code: number) => boolean
}

/**
 * Directory entries are split into notes by content-defined chunking, so that most notes survive a change of the
 * directory. A chunk ends after an entry whose digest has trailing zeros, on average one in `CUT_AT`.
 */
const CUT_AT = 64
const MIN_CHUNK = 16
const MAX_CHUNK = 512

/** The length of a note's key, which is a hash, in bytes. */
const KEY_BYTES = 16

/** Smaller chunks get no note, since reading the entries is as fast as looking up a note. */
const MIN_NOTED = 4

/** The number of entries that are read together. The first window is small, for a short time to the first result. */
const FIRST_WINDOW = 256
const WINDOW = 1024

/** The number of windows that are read ahead while one is delivered. */
const WINDOWS_AHEAD = 2

/** The codes of an entry in a note: unknown, a raw block, or the UnixFS type plus one. */
const UNKNOWN = 0
const RAW = 100

const SIMPLE_TYPES: readonly number[] = [UNIXFS_TYPE.directory, UNIXFS_TYPE.file, UNIXFS_TYPE.hamtShard]

/** A batch of entries with the metadata of each. */
export interface EntriesWithMetadata<E> {
  entries: readonly E[]
  metadata: readonly EntryMetadata[]
}

interface Failure {
  error: unknown
}

/** A window; after a failed read, the entries before the failure and the error. */
interface WindowMetadata<E> extends EntriesWithMetadata<E>, Partial<Failure> {}

/**
 * Yields the entries of a directory with their metadata, in order and in batches. Uses the notes of the store where
 * available. Reads the other entries in batches, and stores notes of the result.
 *
 * @throws (while iterating) an Error if the listing fails or a required block is unavailable, after the preceding
 *   entries
 */
export async function* readEntryMetadata<E extends { link: Linked }> (
  batches: AsyncIterable<readonly E[]> | Iterable<readonly E[]>,
  options: EntryMetadataOptions
): AsyncGenerator<EntriesWithMetadata<E>> {
  const windows = windowsOf(batches)
  const ahead: Array<Promise<WindowMetadata<E>>> = []
  let ended = false
  // no read-ahead before the first window, so that it is fast
  let most = 1

  try {
    while (true) {
      while (!ended && ahead.length < most) {
        try {
          const { done, value } = await windows.next()

          if (done === true) {
            ended = true
          } else {
            ahead.push(readWindow(value, options))
          }
        } catch (error) {
          ended = true
          ahead.push(Promise.resolve({ entries: [], metadata: [], error }))
        }
      }

      const next = await ahead.shift()

      if (next == null) {
        return
      }

      yield next
      most = 1 + WINDOWS_AHEAD

      if ('error' in next) {
        throw next.error
      }
    }
  } finally {
    await windows.return(undefined)
  }
}

/** Groups entries into windows that are read together. A window consists of chunks with a note each. */
async function* windowsOf<E extends { link: Linked }> (
  batches: AsyncIterable<readonly E[]> | Iterable<readonly E[]>
): AsyncGenerator<E[][]> {
  let size = FIRST_WINDOW
  let window: E[][] = [[]]
  let count = 0

  try {
    for await (const batch of batches) {
      for (const entry of batch) {
        const chunk = window[window.length - 1]
        chunk.push(entry)
        count++

        if (isEnd(entry.link.cidBytes, chunk.length)) {
          if (count >= size) {
            yield window
            window = []
            count = 0
            size = WINDOW
          }

          window.push([])
        }
      }
    }
  } catch (err) {
    // deliver the entries before the failure
    yield window
    throw err
  }

  if (count > 0) {
    yield window
  }
}

/**
 * Returns the notes of a directory whose entries are already known.
 *
 * @param entries - in the order of `listDirectory`
 */
export function notesOf (entries: ReadonlyArray<{ cid: CID; fact?: EntryFact }>): EntryNote[] {
  const notes: EntryNote[] = []
  let cids: Uint8Array[] = []

  for (const [i, { cid: { bytes } }] of entries.entries()) {
    cids.push(bytes)

    if (i === entries.length - 1 || isEnd(bytes, cids.length)) {
      const key = noteKey(cids)
      notes.push(
        ...newNote(undefined, entries.slice(i + 1 - cids.length, i + 1).map(({ fact }) => fact)).map((
          note
        ): EntryNote => [key, note])
      )
      cids = []
    }
  }

  return notes
}

/**
 * Returns whether a chunk ends after an entry.
 *
 * @param cid - the bytes of its CID; the last byte belongs to the digest
 */
function isEnd (cid: Uint8Array, length: number): boolean {
  return length >= MAX_CHUNK || (length >= MIN_CHUNK && cid[cid.length - 1] % CUT_AT === 0)
}

/** Reads the metadata of a window. Never rejects: an error is part of the result. */
async function readWindow<E extends { link: Linked }> (
  window: E[][],
  options: EntryMetadataOptions
): Promise<WindowMetadata<E>> {
  const { blocks: { local: { notes } }, wants } = options
  const noted = notes == null
    ? []
    : window.filter((chunk) => chunk.length >= MIN_NOTED && chunk.some(({ link }) => wants(link.code)))
  const keys = noted.map((chunk) => noteKey(chunk.map(({ link }) => link.cidBytes)))
  const known = noted.length === 0 ? undefined : await notes?.read(keys)
  const entries = window.flat()
  const metadata: EntryMetadata[] = []
  const starts = new Map<E[], number>()
  const unknown: number[] = []

  for (const chunk of window) {
    const note = known?.notes[noted.indexOf(chunk)]
    starts.set(chunk, metadata.length)

    for (const [i, { link }] of chunk.entries()) {
      const isWanted = wants(link.code)
      const fact = isWanted ? factIn(note, i) : undefined

      if (isWanted && fact == null) {
        unknown.push(metadata.length)
      }

      metadata.push(fact)
    }
  }

  const isRaw = (i: number): boolean => entries[i].link.code === CODEC.raw
  const [failure] = (await Promise.all([
    readRawSizes(unknown.filter(isRaw), entries, metadata, options),
    readNodes(unknown.filter((i) => !isRaw(i)), entries, metadata, options)
  ])).filter((failure) => failure != null)

  if (failure != null) {
    const end = unknown.find((i) => metadata[i] == null)
    return { entries: entries.slice(0, end), metadata: metadata.slice(0, end), error: failure.error }
  }

  if (known?.epoch != null && unknown.length > 0) {
    notes?.write(
      noted.flatMap((chunk, i) => {
        const start = starts.get(chunk)
        return newNote(known.notes[i], metadata.slice(start, (start ?? 0) + chunk.length)).map((
          note
        ): EntryNote => [keys[i], note])
      }),
      known.epoch
    )
  }

  return { entries, metadata }
}

/**
 * Returns the key of a note: a hash of the CIDs. The metadata of a block does not depend on the directory, so
 * directories share notes.
 */
function noteKey (cids: Uint8Array[]): Uint8Array {
  return hashSync(concatBytes(cids)).digest.slice(0, KEY_BYTES)
}

/**
 * Reads the sizes of raw blocks.
 *
 * @param which - the indexes of the entries
 * @returns the error that ended the reads, if any
 */
async function readRawSizes<E extends { link: Linked }> (
  which: number[],
  entries: E[],
  metadata: EntryMetadata[],
  { blocks, signal }: EntryMetadataOptions
): Promise<Failure | undefined> {
  let at = 0

  try {
    for await (const size of blocks.sizeMany(which.map((i) => entries[i].link.cid), { signal })) {
      metadata[which[at++]] = { type: 'raw', size }
    }
  } catch (err) {
    return { error: err }
  }
}

/** Reads the nodes of entries, like `readRawSizes`. */
async function readNodes<E extends { link: Linked }> (
  which: number[],
  entries: E[],
  metadata: EntryMetadata[],
  { blocks, signal }: EntryMetadataOptions
): Promise<Failure | undefined> {
  let at = 0

  try {
    for await (const batch of blocks.getBatches(which.map((i) => entries[i].link.cid), { signal })) {
      for (const { cid, bytes } of batch) {
        metadata[which[at++]] = factOf(cid, bytes) ?? bytes
      }
    }
  } catch (err) {
    return { error: err }
  }
}

/** Returns the fact about a node. Returns undefined if the node has more metadata, or is invalid. */
function factOf (cid: CID, bytes: Uint8Array): EntryFact | undefined {
  if (cid.code !== CODEC.dagPb) {
    return undefined
  }

  try {
    const { links, data: message } = decodePbNode(bytes)
    const data = decodeUnixfsData(message ?? new Uint8Array(0))
    const size = unixfsSize(data)
    const isSimple = SIMPLE_TYPES.includes(data.type) && fileMode(data) === 0 && data.mtime == null &&
      !hasWrongSizes(data, links.length)
    return isSimple && typeof size === 'number' ? { type: data.type, size } : undefined
  } catch {
    return undefined
  }
}

function factIn (note: Note | undefined, at: number): EntryFact | undefined {
  const type = note?.[2 * at] ?? UNKNOWN
  return note == null || type === UNKNOWN
    ? undefined
    : { type: type === RAW ? 'raw' : type - 1, size: note[2 * at + 1] }
}

/**
 * Returns the note of a chunk if it has gained information. Keeps the known facts of entries that were not requested
 * this time.
 */
function newNote (before: Note | undefined, metadata: readonly EntryMetadata[]): Note[] {
  const facts = metadata.map((look, i) => isFact(look) ? look : factIn(before, i))
  const isNew = facts.some((fact, i) => fact != null && factIn(before, i) == null)
  return isNew
    ? [facts.flatMap((fact) => fact == null ? [UNKNOWN, 0] : [fact.type === 'raw' ? RAW : fact.type + 1, fact.size])]
    : []
}

/** Returns whether the result is a fact, which is the complete metadata of the entry. */
export function isFact (look: EntryMetadata): look is EntryFact {
  return look != null && !(look instanceof Uint8Array)
}
