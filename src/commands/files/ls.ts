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
import type { JsonLots } from './hot-names.ts'
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

/** Entries that are looked at together, and written together. */
const LOOK_AHEAD = 256

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
      const { size, lots } = await entriesOf(found, long === true, context)
      return size === 0 ? once({ Entries: null as Entry[] | null }) : large<{ Entries: Entry[] | null }>({ Entries: new JsonRows('list', lots) })
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

async function entriesOf (found: Listing, long: boolean, context: Context): Promise<JsonLots> {
  const { directory } = found
  const root = directory.kind === 'hamt' ? directory.saved : undefined
  const read = async (): Promise<JsonLots> => await list(found, long, context)
  return long || root == null ? await read() : await hotNames(root.cid, read)
}

/** The entries in the order of the directory: all of them are looked at before the answer begins, so that what is missing is an error of it. */
async function list ({ directory, changed }: Listing, long: boolean, context: Context): Promise<JsonLots> {
  const { blocks, signal } = context
  const lots: string[] = []
  let size = 0
  let lot: Array<{ name: string, link: DirectoryLink }> = []

  const look = async (): Promise<void> => {
    size += lot.length
    lots.push(long ? await longLot(lot, context) : jsonLot(lot.map(({ name }) => bare(name))))
    lot = []
  }

  for await (const link of directory.kind === 'basic' ? directory.links : directory.links({ blocks, signal })) {
    if (lot.push({ name: link.name, link: changed.get(link.name)?.link ?? link }) === LOOK_AHEAD) {
      await look()
    }
  }

  if (lot.length > 0) {
    await look()
  }

  return { size, lots }
}

async function longLot (lot: ReadonlyArray<{ name: string, link: DirectoryLink }>, context: Context): Promise<string> {
  const kinds = await entryKinds(lot.map(({ link }) => link), context)
  return jsonLot(lot.map(({ name, link }, i) => ({ Name: name, Type: kinds[i].kind === 'directory' ? DIRECTORY : FILE, Size: kinds[i].size, Hash: link.cid.toString() })))
}

/** Values of a list, without its brackets. */
function jsonLot (entries: readonly Entry[]): string {
  return goJson(entries).slice(1, -1)
}

function bare (Name: string): Entry {
  return { Name, Type: FILE, Size: 0, Hash: '' }
}
