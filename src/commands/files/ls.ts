import { compareStrings } from '../../go/compare-strings.ts'
import { checkPath, splitPath } from '../../mfs/check-path.ts'
import type { Listing } from '../../mfs/mfs-options.ts'
import { command } from '../../rpc/command.ts'
import type { Context } from '../../rpc/context.ts'
import { option } from '../../rpc/option.ts'
import { shape } from '../../rpc/output.ts'
import { once } from '../../rpc/result.ts'
import { entryKind } from './entry-kind.ts'
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

/** Entries that are looked at side by side, with what their answers take. */
const LOOK_AHEAD = 64

export const filesLs = command({
  help: {
    tagline: 'List a directory.',
    description: 'Answers the names of its entries, and with long their types, sizes and CIDs.'
  },
  args: { path: optionalPath },
  options: { long: option.bool('long,l', 'With types, sizes and CIDs.'), unsorted: option.bool('U', 'In the order of the directory.') },
  output: shape('filesLsOutput', 'Entries:[]object'),

  async run ({ path = '/', long }, context) {
    const checked = checkPath(path)
    const found = await context.node.mfs.list(checked, { blocks: context.blocks, signal: context.signal })

    if ('directory' in found) {
      const Entries = await list(found, long === true, context)
      return once({ Entries: Entries.length === 0 ? null : Entries })
    }

    const [, Name] = splitPath(checked)
    const { cid } = found.link
    return once({ Entries: [long === true ? { Name, Type: FILE, Size: (await entryKind(found.link, context)).size, Hash: context.cids.encode(cid) } : bare(Name)] as Entry[] | null })
  },

  text ({ Entries }, { long, unsorted }) {
    const entries = unsorted === true ? Entries ?? [] : (Entries ?? []).toSorted((a, b) => compareStrings(a.Name, b.Name))
    return entries.map(({ Name, Type, Hash, Size }) => long === true ? `${Name}${Type === DIRECTORY ? '/' : ''}\t${Hash}\t${Size}\n` : `${Name}\n`).join('')
  }
})

async function list ({ directory, changed }: Listing, long: boolean, context: Context): Promise<Entry[]> {
  const entries: Array<Entry | Promise<Entry>> = []
  const { blocks, signal } = context

  for await (const link of directory.kind === 'basic' ? directory.links : directory.links({ blocks, signal })) {
    if (!long) {
      entries.push(bare(link.name))
      continue
    }

    const newer = changed.get(link.name)?.link ?? link
    const entry = describe(link.name, newer, context)
    entry.catch(() => {}) // it is waited for below
    entries.push(entry)

    if (entries.length % LOOK_AHEAD === 0) {
      await Promise.all(entries.slice(-LOOK_AHEAD))
    }
  }

  return await Promise.all(entries)
}

async function describe (Name: string, link: Parameters<typeof entryKind>[0], context: Context): Promise<Entry> {
  const { kind, size } = await entryKind(link, context)
  return { Name, Type: kind === 'directory' ? DIRECTORY : FILE, Size: size, Hash: link.cid.toString() }
}

function bare (Name: string): Entry {
  return { Name, Type: FILE, Size: 0, Hash: '' }
}
