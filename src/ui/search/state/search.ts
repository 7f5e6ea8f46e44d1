import { commands } from '../../console/state/commands.ts'
import { entryDate } from '../../folder/lib/entry-date.ts'
import { entryView } from '../../folder/lib/entry-view.ts'
import { folded } from '../../folder/lib/folder-entry.ts'
import { readAddress } from '../../intake/lib/read-address.ts'
import { fetchContents } from '../../intake/state/fetches.ts'
import { meetSender, openAddress } from '../../intake/state/open-address.ts'
import { ranLine } from '../../lib/command/lines/ran-line.ts'
import { contentPaths } from '../../lib/links/content-paths.ts'
import { parentOf } from '../../lib/links/mfs-path.ts'
import {
  consoleLink,
  exploreLink,
  filesLink,
  nodeLink,
  settingLink,
  viewContentLink,
  viewLink
} from '../../lib/links/section.ts'
import { shortId } from '../../lib/text/format.ts'
import { helpOf, helpWords } from '../../lib/text/help.ts'
import { t, tn } from '../../lib/text/t.ts'
import { library } from '../../library/state/library.ts'
import type { LibraryItem } from '../../library/state/library.ts'
import { shares } from '../../library/state/shares.ts'
import { peers } from '../../network/state/peers.ts'
import { nodeKeys } from '../../node/state/node-keys.ts'
import { kept } from '../../storage/state/kept.ts'
import { addressHits } from '../lib/address-hits.ts'
import { bestMatches } from '../lib/best-matches.ts'
import type { GroupName, HitGroup, SearchHit } from '../lib/search-hit.ts'
import { actionHits } from './actions.ts'
import { settingInfos } from './search-data.ts'

/** Hits per group. */
const MAX_HITS = { files: 12, other: 5 }
/** Recent items that are offered before a text is typed. */
const MAX_RECENT = 6

/** A kind of items that are searched. */
interface Source<T> {
  name: GroupName
  items: readonly T[]
  /** returns the folded text of an item */
  textOf: (item: T) => string
  hitOf: (item: T) => SearchHit
}

/**
 * Searches everything.
 *
 * @throws the signal's reason
 */
export async function search (text: string, { signal }: { signal: AbortSignal }): Promise<HitGroup[]> {
  const trimmed = text.trim()
  if (trimmed === '') {
    return suggestions()
  }
  const first = addressGroup(trimmed)
  const words = folded(trimmed).split(/\s+/)
  const groups: HitGroup[] = []

  for (const source of sources(trimmed)) {
    const { name, items, textOf, hitOf } = source
    const max = name === 'files' ? MAX_HITS.files : MAX_HITS.other
    const { best, count } = await bestMatches(items, { words, textOf, max, signal })
    if (count > 0) {
      groups.push({ name, hits: best.map(hitOf), count })
    }
  }

  return [...first.filter(({ name }) => name !== 'web'), ...groups, ...first.filter(({ name }) => name === 'web')]
}

/** Returns recent items, and the actions. */
function suggestions (): HitGroup[] {
  const recent = latest(library.value.items ?? []).map(libraryHit)
  const actions = actionHits()
  return [
    ...recent.length > 0 ? [{ name: 'recent', hits: recent, count: recent.length } as const] : [],
    { name: 'actions', hits: actions, count: actions.length }
  ]
}

/** Returns the last changed files, in one pass. */
function latest (items: readonly LibraryItem[]): LibraryItem[] {
  const found: Array<{ item: LibraryItem; ms: number }> = []
  for (const item of items) {
    const ms = item.kind === 'folder' ? undefined : entryDate(item)?.getTime()
    if (ms != null && (found.length < MAX_RECENT || ms > found.at(-1)!.ms)) {
      found.push({ item, ms })
      found.sort((a, b) => b.ms - a.ms)
      found.length = Math.min(found.length, MAX_RECENT)
    }
  }
  return found.map(({ item }) => item)
}

/** Returns the hits for a text that is an address. A domain name may also be the name of a file, so it is no address. */
function addressGroup (text: string): HitGroup[] {
  const many = contentPaths(text)
  if (many != null && many.length > 1) {
    return group('address', manyHits(many))
  }
  if (/^ipfs\s+\S/.test(text)) {
    return group('address', [{
      key: 'run',
      icon: 'console',
      title: t('Open in the console'),
      detail: text,
      href: consoleLink(text)
    }])
  }
  const own = ownLink(text)
  if (own != null) {
    return group('address', [{ key: 'link', icon: 'link', title: t('Open this link'), detail: text, href: own }])
  }
  const address = readAddress(text)
  if (address.is === 'unclear') {
    return []
  }
  const hits = addressHits(address, {
    open: (address, href) => {
      if (address.is === 'peer' || href === exploreLink(address.path)) {
        openAddress(address)
      } else {
        meetSender(address)
        location.hash = href
      }
    },
    pin: fetchContents,
    save: (paths) => {
      fetchContents(paths, { folder: '/' })
    }
  })
  const isDomain = address.is === 'content' && address.path.startsWith('/ipns/') && !text.includes('/ipns/') &&
    !/^(?:web\+)?ipns:|^(?:k51|k2k4|bafz)/i.test(text)
  return isDomain ? group('web', hits.slice(1, 2)) : group('address', hits)
}

function manyHits (paths: readonly string[]): SearchHit[] {
  return [
    {
      key: 'pin-all',
      icon: 'pin',
      title: tn(paths.length, 'Pin {n} item', 'Pin {n} items'),
      run: () => {
        fetchContents(paths)
      }
    },
    {
      key: 'save-all',
      icon: 'folder',
      title: tn(paths.length, 'Save {n} item to Files', 'Save {n} items to Files'),
      run: () => {
        fetchContents(paths, { folder: '/' })
      }
    }
  ]
}

/** Returns the target of a link into this app, such as a section or a short share link. */
function ownLink (text: string): string | undefined {
  try {
    const { href, origin, pathname, hash } = new URL(text)
    return origin === location.origin && (hash.startsWith('#/') || pathname.startsWith('/s/')) ? href : undefined
  } catch {
    return undefined
  }
}

function group (name: GroupName, hits: readonly SearchHit[]): HitGroup[] {
  return hits.length === 0 ? [] : [{ name, hits, count: hits.length }]
}

/** Returns everything that is searched. A text with a slash is searched in the paths of files. */
function sources (text: string): Array<Source<unknown>> {
  const items = library.value.items ?? []
  const inFiles = cidsOf(items)

  return [
    source({
      name: 'files',
      items,
      textOf: text.includes('/') ? pathText : (item) => item.cid === text ? folded(text) : item.folded,
      hitOf: libraryHit
    }),
    source({
      name: 'pinned',
      items: (kept.value.list ?? []).filter(({ cid }) => !inFiles.has(cid)),
      textOf: ({ name, cid }) => folded(`${name} ${cid}`),
      hitOf: ({ name, cid, type }) => ({
        key: `pin ${type} ${cid}`,
        icon: 'pin',
        title: name || shortId(cid),
        detail: shortId(cid),
        href: viewContentLink({ path: `/ipfs/${cid}`, ...name === '' ? {} : { name } })
      })
    }),
    source({
      name: 'shared',
      items: shares.value,
      textOf: ({ name, cid }) => folded(`${name} ${cid}`),
      hitOf: ({ name, cid, kind }) => ({
        key: `share ${cid}`,
        icon: 'share',
        title: name || shortId(cid),
        detail: shortId(cid),
        href: entryView({ cid, name: name || cid, kind: kind === 'folder' ? 'folder' : 'file' })
      })
    }),
    source({ name: 'actions', items: actionHits(), textOf: ({ title }) => folded(title), hitOf: (hit) => hit }),
    source({
      name: 'names',
      items: nodeKeys.value.keys ?? [],
      textOf: ({ name, id }) => folded(`${name} ${id}`),
      hitOf: ({ name, id }) => ({
        key: `name ${id}`,
        icon: 'names',
        title: name,
        detail: shortId(id),
        href: exploreLink(`/ipns/${id}`)
      })
    }),
    source({
      name: 'peers',
      items: peers.value.peers,
      textOf: ({ id, address, agent = '' }) => folded(`${id} ${address} ${agent}`),
      hitOf: ({ id, address }) => ({
        key: `peer ${id} ${address}`,
        icon: 'peers',
        title: shortId(id),
        detail: address,
        href: nodeLink('peers')
      })
    }),
    source({
      name: 'settings',
      items: settingInfos.value,
      textOf: ({ key, how }) => folded(`${key} ${helpWords(how)}`),
      hitOf: ({ key, how }) => ({
        key: `setting ${key}`,
        icon: 'settings',
        title: key,
        help: helpOf(how),
        href: settingLink(key)
      })
    }),
    source({
      name: 'commands',
      items: commands.value.filter(({ runs, path }) => runs && path !== ''),
      textOf: ({ path, help }) => folded(`${lineOf(path)} ${helpWords(help)}`),
      hitOf: ({ path, help }) => ({
        key: `command ${path}`,
        icon: 'console',
        title: lineOf(path),
        help: helpOf(help),
        href: consoleLink(`${lineOf(path)} `)
      })
    })
  ]
}

function pathText ({ path }: LibraryItem): string {
  return folded(path)
}

let known: { items: readonly LibraryItem[]; cids: ReadonlySet<string> } | undefined

/** Returns the CIDs of the entries of Files, once for each reading of them. */
function cidsOf (items: readonly LibraryItem[]): ReadonlySet<string> {
  known = known?.items === items ? known : { items, cids: new Set(items.map(({ cid }) => cid)) }
  return known.cids
}

/** Returns the line of a command, such as `ipfs pin ls`. */
function lineOf (path: string): string {
  return ranLine(path, [])
}

/** Erases the type of the items, which only the source itself uses. */
function source<T> (one: Source<T>): Source<unknown> {
  return one as unknown as Source<unknown>
}

function libraryHit ({ path, name, kind }: LibraryItem): SearchHit {
  const folder = parentOf(path)
  return {
    key: `file ${path}`,
    icon: kind,
    title: name,
    detail: folder === '/' ? t('Files') : folder.slice(1),
    href: kind === 'folder' ? filesLink(path) : viewLink(path)
  }
}
