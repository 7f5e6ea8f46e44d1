import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import { cidText } from '../../cid/text/cid-text.ts'
import { JsonRows } from '../../go/json/json-rows.ts'
import { goJson } from '../../go/json/write-json.ts'
import { compareStrings } from '../../go/text/compare-strings.ts'
import { linkTo } from '../../ipld/dag-pb/pb-node.ts'
import { checkPath, splitPath } from '../../mfs/check-path.ts'
import type { Listing } from '../../mfs/mfs-options.ts'
import { command } from '../../rpc/command/command.ts'
import type { Context } from '../../rpc/command/context.ts'
import { option } from '../../rpc/command/option.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { largeResult, singleResult } from '../../rpc/command/result.ts'
import type { DirectoryLink, NamedLink } from '../../unixfs/change/directory/directory-link.ts'
import { readEntryMetadata } from '../../unixfs/read/directory/entry-metadata.ts'
import type { EntryMetadata } from '../../unixfs/read/directory/entry-metadata.ts'
import type { LinkedEntry } from '../../unixfs/read/directory/list-directory.ts'
import { entryKind } from './shared/entry-kind.ts'
import { hotNames } from './shared/hot-names.ts'
import type { JsonBatches } from './shared/hot-names.ts'
import { optionalPath } from './shared/shared-options.ts'
import { statNode } from './shared/stat-node.ts'

interface Entry {
  Name: string
  /** 0 for a file, 1 for a directory */
  Type: number
  Size: number | bigint
  Hash: string
}

const FILE = 0
const DIRECTORY = 1

/** Entries that are encoded together. */
const LOT = 256

export const filesLs = command({
  help: {
    tagline: 'List a directory.',
    description: 'Returns the names of its entries in directory order; with long also their types, sizes and CIDs.'
  },
  errors: [
    { ask: 'arg=/nowhere', says: 'file does not exist' },
    { ask: 'arg=relative', says: 'paths must start with a leading slash' }
  ],
  args: { path: optionalPath },
  options: {
    long: option.bool('long,l', 'Return types, sizes and CIDs too.'),
    unsorted: option.bool('U', 'Print entries in directory order, unsorted (text output only).')
  },
  output: outputShape('filesLsOutput', 'Entries:[]object', 'Entries:[]{Name:string Type:int Size:int64 Hash:string}'),

  async run ({ path = '/', long }, context) {
    const checked = checkPath(path)
    const found = await context.node.mfs.list(checked, { blocks: context.blocks, signal: context.signal })
    const { cids } = context // an unknown base is an error without `long` too

    if ('directory' in found) {
      const { size, texts } = await entriesOf(found, long === true, context)
      return size === 0
        ? singleResult({ Entries: null as Entry[] | null })
        : largeResult<{ Entries: Entry[] | null }>({ Entries: new JsonRows('list', texts) })
    }

    const [, Name] = splitPath(checked)
    const { cid } = found.link
    return singleResult({
      Entries: [
        long === true
          ? { Name, Type: FILE, Size: await linkSize(found.link, context), Hash: cids.encode(cid) }
          : nameOnlyEntry(Name)
      ] as Entry[] | null
    })
  },

  text ({ Entries }, { long, unsorted }) {
    const entries = unsorted === true
      ? Entries ?? []
      : (Entries ?? []).toSorted((a, b) => compareStrings(a.Name, b.Name))
    return entries.map(({ Name, Type, Hash, Size }) =>
      long === true ? `${Name}${Type === DIRECTORY ? '/' : ''}\t${Hash}\t${Size}\n` : `${Name}\n`
    ).join('')
  }
})

async function linkSize ({ cid }: DirectoryLink, { blocks, signal }: Context): Promise<number | bigint> {
  return cid.code === CODEC.raw
    ? await blocks.size(cid, { signal })
    : toInt64(statNode(cid, await blocks.get(cid, { signal }), '').Size)
}

/** Converts a size to a signed integer, as in this command's Go type. */
function toInt64 (size: number | bigint): number | bigint {
  return typeof size === 'bigint' ? BigInt.asIntN(64, size) : size
}

async function entriesOf (found: Listing, long: boolean, context: Context): Promise<JsonBatches> {
  const { directory } = found
  const root = directory.kind === 'hamt' ? directory.saved : undefined
  const read = async (): Promise<JsonBatches> => await listBatches(found, long, context)
  return long || root == null ? await read() : await hotNames(root.cid, read)
}

/**
 * Lists the entries in the order of the directory. Reads all of them before the answer starts, so that a missing block
 * is an ordinary error.
 */
async function listBatches (found: Listing, long: boolean, context: Context): Promise<JsonBatches> {
  const entries = currentEntries(found, context)
  const texts: string[] = []
  let size = 0

  const add = (batch: readonly Entry[]): void => {
    size += batch.length

    if (batch.length > 0) {
      texts.push(jsonBatch(batch))
    }
  }

  if (long) {
    const batches = readEntryMetadata(entries, { ...context, wants: () => true })
    for await (const { entries: batch, metadata } of batches) {
      add(batch.map((entry, i) => longEntry(entry, metadata[i])))
    }
  } else {
    for await (const batch of entries) {
      add(batch.map(({ name }) => nameOnlyEntry(name)))
    }
  }

  return { size, texts }
}

/** Yields the current entries, including unflushed changes, in batches. */
async function* currentEntries (
  { directory, changed }: Listing,
  { blocks, signal }: Context
): AsyncGenerator<LinkedEntry[]> {
  for await (
    const batch of directory.kind === 'basic'
      ? basicBatches(directory.links)
      : directory.batches({ blocks, signal })
  ) {
    yield changed.size === 0
      ? batch
      : batch.map(({ name, link }) => ({ name, link: changed.has(name) ? linkTo(changed.get(name)!.link.cid) : link }))
  }
}

function* basicBatches (links: readonly NamedLink[]): Generator<LinkedEntry[]> {
  for (let start = 0; start < links.length; start += LOT) {
    yield links.slice(start, start + LOT).map(({ name, cid }) => ({ name, link: linkTo(cid) }))
  }
}

function longEntry ({ name, link }: LinkedEntry, look: EntryMetadata): Entry {
  const { isDirectory, size } = entryKind(link, look)
  return {
    Name: name,
    Type: isDirectory ? DIRECTORY : FILE,
    Size: toInt64(size),
    Hash: cidText({ bytes: link.cidBytes })
  }
}

/** Encodes entries as JSON list items, without the brackets. */
function jsonBatch (entries: readonly Entry[]): string {
  return goJson(entries).slice(1, -1)
}

function nameOnlyEntry (Name: string): Entry {
  return { Name, Type: FILE, Size: 0, Hash: '' }
}
