import { pinDates, rpc, rpcStream } from '../../../client/index.ts'
import { isEmptyFolder } from '../../client/empty-folder.ts'
import { isMissing } from '../../client/is-missing.ts'
import { measureDag } from '../../client/measure-dag.ts'
import { readPins } from '../../client/read-pins.ts'
import { added } from '../../folder/state/added.ts'
import { documents } from '../lib/documents.ts'
import type { About, BackupPin, DocumentLink, Manifest } from '../lib/manifest.ts'
import { putDocuments } from './put-documents.ts'
import { wholeFiles } from './whole-files.ts'

export interface Gathered {
  /** CID of the manifest, which is not pinned */
  root: string
  /** total bytes of the DAG below the manifest */
  bytes: number
  about: About
}

interface GatherOptions {
  signal: AbortSignal
  /** called with the bytes found so far */
  onProgress: (bytes: number) => void
}

/**
 * Gathers the content of a backup: pins and the MFS, as far as all of their blocks are stored. The CAR of the root
 * contains all of it.
 */
export async function gather (keys: Manifest['keys'], { signal, onProgress }: GatherOptions): Promise<Gathered> {
  const pins: BackupPin[] = []
  const dates = await pinDates({ signal }).catch(() => new Map<string, Date>())
  for await (const pin of readPins({ signal })) {
    const pinnedMs = dates.get(pin.cid)?.getTime()
    pins.push({ ...pin, ...pinnedMs == null ? {} : { pinnedMs } })
  }

  const { Hash } = await rpc<{ Hash: string }>('files/stat', { args: ['/'], signal })
  const all: About = {
    pins,
    files: isEmptyFolder(Hash) ? [] : [{ path: '/', cid: Hash }],
    lacking: [],
    dates: [...added.value]
  }

  try {
    return await put(all)
  } catch (err) {
    if (!isMissing(err)) {
      throw err
    }
    // Usually everything is complete, and one request is enough. Otherwise each item is checked.
    return await put(await whole(all, signal))
  }

  async function put (about: About): Promise<Gathered> {
    const links = [...about.files.map(({ cid }) => cid), ...await pinLinks(about.pins, signal)]
    const parts = documents(about, links)
    const cids = (await putDocuments([...parts.about, ...parts.content], { signal })).map((cid): DocumentLink => ({
      '/': cid
    }))
    const manifest: Manifest = {
      type: 'swipfs-backup',
      version: 1,
      at: new Date().toISOString(),
      about: cids.slice(0, parts.about.length),
      content: cids.slice(parts.about.length),
      ...keys == null ? {} : { keys }
    }
    const [root] = await putDocuments([manifest], { signal })
    return {
      root,
      bytes: (await measureDag(root, {
        signal,
        onProgress: ({ bytes }) => {
          onProgress(bytes)
        }
      })).bytes,
      about
    }
  }
}

/** Returns links for pins. The single block of a direct pin is linked as raw bytes, without descendants. */
async function pinLinks (pins: readonly BackupPin[], signal: AbortSignal): Promise<string[]> {
  const direct = pins.filter(({ type }) => type === 'direct').map(({ cid }) => cid)
  const links = pins.filter(({ type }) => type === 'recursive').map(({ cid }) => cid)

  if (direct.length > 0) {
    const files = [{ path: '', content: new Blob([direct.join('\n')]) }]
    for await (
      const { Formatted } of rpcStream<{ Formatted: string }>('cid/format', {
        options: { v: '1', mc: 'raw', b: 'base32' },
        files,
        signal
      })
    ) {
      links.push(Formatted)
    }
  }

  return links
}

async function whole ({ pins, files, dates }: About, signal: AbortSignal): Promise<About> {
  const broken = new Set<string>()

  for await (const { Cid } of rpcStream<{ Cid: string }>('pin/verify', { options: { quiet: true }, signal })) {
    broken.add(Cid)
  }

  for (const { cid, type } of pins) {
    if (type === 'direct' && !await hasBlock(cid, signal)) {
      broken.add(cid)
    }
  }

  const mutable = files.length === 0 ? { files, lacking: [] } : await wholeFiles({ signal })

  return {
    pins: pins.filter(({ cid }) => !broken.has(cid)),
    files: mutable.files,
    lacking: [...pins.filter(({ cid }) => broken.has(cid)).map(({ cid, name }) => ({ cid, name })), ...mutable.lacking],
    dates
  }
}

async function hasBlock (cid: string, signal: AbortSignal): Promise<boolean> {
  return await rpc('block/stat', { args: [cid], options: { offline: true }, signal }).then(() => true, (err) => {
    if (isMissing(err)) {
      return false
    }
    throw err
  })
}
