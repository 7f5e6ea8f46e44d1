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
 * What an entry is: the UnixFS type of its node and the bytes of a file, without permissions and time; or a raw block.
 */
export interface EntryFact {
  type: number | 'raw'
  size: number
}

/**
 * What was seen of an entry: the fact where that is all that there is, its block where there is more to it, undefined
 * where it was not looked at.
 */
export type EntryMetadata = EntryFact | Uint8Array | undefined

/** What is noted of some entries, and the key that it is found by. */
export type EntryNote = readonly [key: Uint8Array, note: Note]

export interface EntryMetadataOptions {
  blocks: BlockReader
  signal: AbortSignal
  /** which entries to look at, by their codec; blocks of others need not be here */
  wants: (code: number) => boolean
}

/**
 * Entries of a note: it ends behind one whose digest has zeros at its end, so that most notes of a directory are those
 * of the one that it was before a change. One in so many has them.
 */
const CUT_AT = 64
const MIN_CHUNK = 16
const MAX_CHUNK = 512

/** Bytes of the hash by which a note is found. */
const KEY_BYTES = 16

/** Looking at fewer takes no longer than looking a note up. */
const MIN_NOTED = 4

/** Entries that are looked at together: few first, so that the first come soon. */
const FIRST_WINDOW = 256
const WINDOW = 1024

/** Windows that are looked at, or are ready, while one is handed out. */
const WINDOWS_AHEAD = 2

/** In a note, in place of the type of a node: nothing known, or a raw block. Types are one more. */
const UNKNOWN = 0
const RAW = 100

const SIMPLE_TYPES: readonly number[] = [UNIXFS_TYPE.directory, UNIXFS_TYPE.file, UNIXFS_TYPE.hamtShard]

/** Some entries, and what was seen of each. */
export interface EntriesWithMetadata<E> {
  entries: readonly E[]
  metadata: readonly EntryMetadata[]
}

interface Failure {
  error: unknown
}

/** Where it could not be looked at all: those before. */
interface WindowMetadata<E> extends EntriesWithMetadata<E>, Partial<Failure> {}

/**
 * What the entries of a directory are, in their order, some at a time. What the store has notes of needs no look;
 * others are looked at together, and what is seen is noted.
 *
 * @throws (while iterating) behind the entries before, where a listing breaks off or a block that is wanted cannot be
 *   had
 */
export async function* readEntryMetadata<E extends { link: Linked }> (
  lots: AsyncIterable<readonly E[]> | Iterable<readonly E[]>,
  options: EntryMetadataOptions
): AsyncGenerator<EntriesWithMetadata<E>> {
  const windows = windowsOf(lots)
  const ahead: Array<Promise<WindowMetadata<E>>> = []
  let ended = false
  // the first comes as soon as it can
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

/** Entries that are looked at together, in chunks that have a note each. */
async function* windowsOf<E extends { link: Linked }> (
  lots: AsyncIterable<readonly E[]> | Iterable<readonly E[]>
): AsyncGenerator<E[][]> {
  let size = FIRST_WINDOW
  let window: E[][] = [[]]
  let count = 0

  try {
    for await (const lot of lots) {
      for (const entry of lot) {
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
    // those before it are known
    yield window
    throw err
  }

  if (count > 0) {
    yield window
  }
}

/** Notes of a directory for who knows its entries without a look. @param entries - in the order of `listDirectory` */
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

/** @param cid - its bytes, of which the last is that of the digest */
function isEnd (cid: Uint8Array, length: number): boolean {
  return length >= MAX_CHUNK || (length >= MIN_CHUNK && cid[cid.length - 1] % CUT_AT === 0)
}

/** Never rejects. */
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

/** Of the blocks and the codecs by which they are read: whatever directory they are in, what they are is the same. */
function noteKey (cids: Uint8Array[]): Uint8Array {
  return hashSync(concatBytes(cids)).digest.slice(0, KEY_BYTES)
}

/** @param which - numbers of entries @returns why the rest could not be looked at */
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

/** As `readRawSizes`. */
async function readNodes<E extends { link: Linked }> (
  which: number[],
  entries: E[],
  metadata: EntryMetadata[],
  { blocks, signal }: EntryMetadataOptions
): Promise<Failure | undefined> {
  let at = 0

  try {
    for await (const lot of blocks.getBatches(which.map((i) => entries[i].link.cid), { signal })) {
      for (const { cid, bytes } of lot) {
        metadata[which[at++]] = factOf(cid, bytes) ?? bytes
      }
    }
  } catch (err) {
    return { error: err }
  }
}

/** Undefined where there is more to say of a node, or where somebody might find fault with it. */
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

/** The note of a chunk of which more is known now, or none. What was known of entries that nobody wanted now stays. */
function newNote (before: Note | undefined, metadata: readonly EntryMetadata[]): Note[] {
  const facts = metadata.map((look, i) => isFact(look) ? look : factIn(before, i))
  const isNew = facts.some((fact, i) => fact != null && factIn(before, i) == null)
  return isNew
    ? [facts.flatMap((fact) => fact == null ? [UNKNOWN, 0] : [fact.type === 'raw' ? RAW : fact.type + 1, fact.size])]
    : []
}

/** Whether all that there is to say of an entry was seen. */
export function isFact (look: EntryMetadata): look is EntryFact {
  return look != null && !(look instanceof Uint8Array)
}
