import { SortedRows } from '../../bytes/sorted-rows.ts'
import { compareStrings } from '../../go/compare-strings.ts'
import { JsonRows } from '../../go/json-rows.ts'
import { goJson } from '../../go/write-json.ts'
import { checkPath, splitPath } from '../../mfs/check-path.ts'
import type { Listing } from '../../mfs/mfs-options.ts'
import { command } from '../../rpc/command.ts'
import type { Context } from '../../rpc/context.ts'
import { option } from '../../rpc/option.ts'
import { shape } from '../../rpc/output.ts'
import { large, once } from '../../rpc/result.ts'
import type { DirectoryLink } from '../../unixfs/change/directory/directory-link.ts'
import { entryKinds } from './entry-kinds.ts'
import { hotNames } from './hot-names.ts'
import { optionalPath } from './shared-options.ts'

interface Entry {
  Name: string
  /** 0 for a file, 1 for a directory */
  Type: number
  Size: number
  Hash: string
}

const FILE = 0
const DIRECTORY = 1

/** Entries that are looked at together. */
const LOOK_AHEAD = 256

/** Of an entry of which the name alone is told. */
const BARE = pack(bare(''))

export const filesLs = command({
  help: {
    tagline: 'List a directory.',
    description: 'Answers the names of its entries, and with long their types, sizes and CIDs.'
  },
  errors: [
    { ask: 'arg=/nowhere', says: 'file does not exist' },
    { ask: 'arg=relative', says: 'paths must start with a leading slash' }
  ],
  args: { path: optionalPath },
  options: { long: option.bool('long,l', 'With types, sizes and CIDs.'), unsorted: option.bool('U', 'In the order of the directory.') },
  output: shape('filesLsOutput', 'Entries:[]object'),

  async run ({ path = '/', long }, context) {
    const checked = checkPath(path)
    const found = await context.node.mfs.list(checked, { blocks: context.blocks, signal: context.signal })

    if ('directory' in found) {
      const rows = await rowsOf(found, long === true, context)
      return rows.size === 0 ? once({ Entries: null as Entry[] | null }) : large<{ Entries: Entry[] | null }>({ Entries: new JsonRows('list', jsonOf(rows)) })
    }

    const [, Name] = splitPath(checked)
    const { cid } = found.link
    return once({ Entries: [long === true ? { Name, Type: FILE, Size: (await entryKinds([found.link], context))[0].size, Hash: context.cids.encode(cid) } : bare(Name)] as Entry[] | null })
  },

  text ({ Entries }, { long, unsorted }) {
    const entries = unsorted === true ? Entries ?? [] : (Entries ?? []).toSorted((a, b) => compareStrings(a.Name, b.Name))
    return entries.map(({ Name, Type, Hash, Size }) => long === true ? `${Name}${Type === DIRECTORY ? '/' : ''}\t${Hash}\t${Size}\n` : `${Name}\n`).join('')
  }
})

async function rowsOf (found: Listing, long: boolean, context: Context): Promise<SortedRows> {
  const { directory } = found
  const root = directory.kind === 'hamt' ? directory.saved : undefined
  const read = async (): Promise<SortedRows> => await list(found, long, context)
  return long || root == null ? await read() : await hotNames(root.cid, read)
}

/** The entries in the order of the directory, packed: all of them are looked at before the answer begins, so that what is missing is an error of it. */
async function list ({ directory, changed }: Listing, long: boolean, context: Context): Promise<SortedRows> {
  const rows = new SortedRows(() => 0)
  const { blocks, signal } = context
  let lot: Array<{ name: string, link: DirectoryLink }> = []

  const look = async (): Promise<void> => {
    const kinds = await entryKinds(lot.map(({ link }) => link), context)

    for (const [i, { name, link }] of lot.entries()) {
      const { kind, size } = kinds[i]
      rows.add(name, pack({ Type: kind === 'directory' ? DIRECTORY : FILE, Size: size, Hash: link.cid.toString() }))
    }

    lot = []
  }

  for await (const link of directory.kind === 'basic' ? directory.links : directory.links({ blocks, signal })) {
    if (!long) {
      rows.add(link.name, BARE)
      continue
    }

    if (lot.push({ name: link.name, link: changed.get(link.name)?.link ?? link }) === LOOK_AHEAD) {
      await look()
    }
  }

  await look()
  return rows
}

function pack ({ Type, Size, Hash }: Omit<Entry, 'Name'>): string {
  return `${Type} ${Size} ${Hash}`
}

function * jsonOf (rows: SortedRows): Generator<string> {
  for (const [Name, row] of rows) {
    const [Type, Size, Hash] = row.split(' ')
    yield goJson({ Name, Type: Number(Type), Size: Number(Size), Hash })
  }
}

function bare (Name: string): Entry {
  return { Name, Type: FILE, Size: 0, Hash: '' }
}
