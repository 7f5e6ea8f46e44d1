import { attempts } from '../../../client/setup/reload-attempts.ts'
import { askNode } from '../../client/ask-node.ts'
import { measureDag } from '../../client/measure-dag.ts'
import { whenReady } from '../../client/node.ts'
import { putContents } from '../../folder/state/change-files.ts'
import { readEntries } from '../../folder/state/read-entries.ts'
import { Rate } from '../../lib/data/rate.ts'
import { readReceivedLink } from '../../lib/links/received-link.ts'
import { saveLink } from '../../lib/links/save-link.ts'
import type { SharedItem } from '../../lib/links/shared-item.ts'
import { seldom } from '../../lib/reactive/seldom.ts'
import { Store } from '../../lib/reactive/store.ts'
import { t } from '../../lib/text/t.ts'
import { downloadZip } from '../../library/state/download-zip.ts'
import { hasPeers, network, readNetwork } from '../../network/state/network.ts'
import { makePersistent } from '../../storage/state/storage.ts'
import { receivePhase } from '../lib/receive-phase.ts'
import type { ReceivePhase } from '../lib/receive-phase.ts'
import { SenderConnection } from './sender-connection.ts'
import { pauseUntilWake } from './wake.ts'

/** The root of a shared item, once its first block has arrived. */
export interface ReceivedRoot {
  cid: string
  isFolder: boolean
  /** bytes of the file, or of everything in the folder */
  sizeBytes: number
  /** bytes of all blocks */
  totalBytes: number
}

export interface Receiving {
  /** from the link; undefined if it is damaged */
  item?: SharedItem
  root?: ReceivedRoot
  /** bytes of blocks that are here */
  bytes: number
  bytesPerSecond?: number
  isOnline: boolean
  isMet: boolean
  hasTried: boolean
  isMoving: boolean
  isFetching: boolean
  isWhole: boolean
  /** what happens once everything is here */
  wants?: 'download' | 'save'
  /** whether it was saved to Files */
  isSaved?: boolean
}

/** Size up to which an item is fetched without a request: the sender may leave at any time. */
const FETCH_AT_ONCE_BYTES = 256 * 1024 * 1024

/** Pause between two looks at the connection to the sender, and between two attempts to connect or fetch. */
const LOOK_MS = 1500
const RETRY_MS = 2500
const SHOW_EACH_MS = 250
/** Time that the node has to find a sender whose address the link does not tell. */
const SEARCH_MS = 15_000
/** Times that a page of the gateway is opened again, if it leads back here. */
const MAX_OPENED = 2
/** Time without bytes after which a transfer counts as stopped. */
const STOPPED_MS = 4000

const NOTHING: Receiving = {
  bytes: 0,
  isOnline: true,
  isMet: false,
  hasTried: false,
  isMoving: false,
  isFetching: false,
  isWhole: false
}

/** The shared item that the page receives. */
export const receiving = new Store<Receiving>(NOTHING)

/**
 * Receives the item of a link: connects to the sender, and again whenever the connection is lost, and fetches the item.
 * Goes on until `stop`, and never fails: the sender may come back at any time.
 *
 * @param link - fragment of the link
 * @returns stop
 */
export function receive (link: string): () => void {
  const gone = new AbortController()
  const { signal } = gone
  const item = readReceivedLink(link)
  receiving.set({ ...NOTHING, item, isOnline: navigator.onLine })

  if (item != null) {
    followOnline(signal)
    void untilAborted(async () => {
      await whenReady({ signal })
      await readNetwork()
      await Promise.all([stayConnected(item, signal), fetchItem(item, signal), followRate(signal)])
    })
  }

  return () => {
    gone.abort()
  }
}

/** Returns the stage of the received item. */
export function phaseOf (state: Receiving): ReceivePhase {
  const { item, root, isFetching } = state
  return receivePhase({
    ...state,
    isValid: item != null,
    isFetching: isFetching || root == null,
    isOff: network.value.talks?.isOff === true
  })
}

/** Returns the name of the item: from the link, or a general one. */
export function receivedName ({ item, root }: Receiving): string {
  const general = item?.opens != null && item.path.startsWith('/ipns/') ? t('Website') : undefined
  return item?.name ?? general ??
    (item?.isFolder === true || root?.isFolder === true ? t('Shared folder') : t('Shared file'))
}

/** Downloads the item, or does so once everything is here. A folder is downloaded as ZIP. */
export function download (): void {
  const { root, isWhole } = receiving.value
  if (root == null || !isWhole) {
    receiving.patch({ wants: 'download', isFetching: true })
    return
  }
  const name = receivedName(receiving.value)
  receiving.patch({ wants: undefined })
  if (root.isFolder) {
    void readEntries(root.cid, { signal: new AbortController().signal }).then(async ({ entries }) => {
      await downloadZip(entries, `${name}.zip`)
    })
  } else {
    location.assign(saveLink(root.cid, 'file', name))
  }
}

/** Saves the item in Files, or does so once everything is here. */
export function saveToFiles (): void {
  const { root, isWhole } = receiving.value
  void makePersistent()
  if (root == null || !isWhole) {
    receiving.patch({ wants: 'save', isFetching: true })
    return
  }
  receiving.patch({ wants: undefined })
  void putContents([{ path: `/ipfs/${root.cid}`, name: receivedName(receiving.value) }], '/').then((isSaved) => {
    receiving.patch({ isSaved })
  })
}

/** Does not download or save the item when everything is here. */
export function wantNothing (): void {
  receiving.patch({ wants: undefined })
}

function followOnline (signal: AbortSignal): void {
  const look = (): void => {
    receiving.patch({ isOnline: navigator.onLine })
  }
  addEventListener('online', look, { signal })
  addEventListener('offline', look, { signal })
}

/** Keeps the sender connected. A connection over WebRTC ends with its page, so it can be lost at any time. */
async function stayConnected ({ address }: SharedItem, signal: AbortSignal): Promise<void> {
  const connection = address == null ? undefined : new SenderConnection(address, signal)
  while (connection != null) {
    const isMet = hasPeers() === true && await connection.meet()
    signal.throwIfAborted()
    if (isMet !== receiving.value.isMet || !receiving.value.hasTried) {
      receiving.patch({ isMet, hasTried: true })
    }
    if (receiving.value.isWhole) {
      return
    }
    await pauseUntilWake(isMet ? LOOK_MS : RETRY_MS, { signal })
  }
  if (address == null) {
    await pauseUntilWake(SEARCH_MS, { signal })
  }
  receiving.patch({ hasTried: true })
}

async function fetchItem (item: SharedItem, signal: AbortSignal): Promise<void> {
  const { sizeBytes, opens } = item
  while (!receiving.value.isWhole) {
    try {
      const root = receiving.value.root ?? await readRoot(item, signal)
      if (receiving.value.root == null) {
        const isSmall = Math.max(root.sizeBytes, sizeBytes ?? 0) <= FETCH_AT_ONCE_BYTES && !savesData()
        receiving.patch({ root, isFetching: receiving.value.isFetching || isSmall })
      }
      await untilFetching(signal)
      await fetchAll(root, signal)
      receiving.patch({ isWhole: true, bytes: root.totalBytes, isMoving: false })
      actOnWish()
      openOnce(opens)
    } catch {
      // The sender has left, or no peer has answered yet.
      await pauseUntilWake(RETRY_MS, { signal, also: whenMet })
    }
  }
}

/** Reads what is fetched: the item, or only its entry that a page of the gateway opens, if the item is large. */
async function readRoot ({ path, entry }: SharedItem, signal: AbortSignal): Promise<ReceivedRoot> {
  const root = await readPath(path, signal)
  return entry == null || root.totalBytes <= FETCH_AT_ONCE_BYTES ? root : await readPath(entry, signal)
}

async function readPath (path: string, signal: AbortSignal): Promise<ReceivedRoot> {
  const { Hash, Size, CumulativeSize, Type } = await askNode<
    { Hash: string; Size: number; CumulativeSize: number; Type: string }
  >('files/stat', { args: [path], signal })
  const isFolder = Type === 'directory'
  return { cid: Hash, isFolder, sizeBytes: isFolder ? CumulativeSize : Size, totalBytes: CumulativeSize }
}

async function fetchAll ({ cid }: ReceivedRoot, signal: AbortSignal): Promise<void> {
  const show = seldom(SHOW_EACH_MS, (bytes: number) => {
    receiving.patch({ bytes: Math.max(bytes, receiving.value.bytes) })
  })
  await measureDag(cid, {
    signal,
    fetches: true,
    onProgress: ({ bytes }) => {
      show(bytes)
    }
  })
}

function actOnWish (): void {
  const { wants } = receiving.value
  if (wants === 'download') {
    download()
  } else if (wants === 'save') {
    saveToFiles()
  }
}

/** Opens a page of the gateway in place of this one, unless it keeps leading back here. */
function openOnce (url: string | undefined): void {
  const tries = attempts(url ?? '')
  if (url != null && tries.count() < MAX_OPENED) {
    tries.add()
    location.replace(url)
  }
}

/** Resolves when all of the item is wanted. */
async function untilFetching (signal: AbortSignal): Promise<void> {
  while (!receiving.value.isFetching) {
    await pauseUntilWake(60_000, {
      signal,
      also: (wake) =>
        receiving.subscribe(() => {
          if (receiving.value.isFetching) {
            wake()
          }
        })
    })
  }
}

/** Calls back when the sender becomes connected. */
function whenMet (wake: () => void): () => void {
  const wasMet = receiving.value.isMet
  return receiving.subscribe(() => {
    if (receiving.value.isMet && !wasMet) {
      wake()
    }
  })
}

/** Measures the rate once a second: nothing reports that no bytes arrive. */
async function followRate (signal: AbortSignal): Promise<void> {
  let rate = new Rate()
  let [last, lastMs] = [receiving.value.bytes, -Infinity]

  while (!receiving.value.isWhole) {
    await pauseUntilWake(1000, { signal })
    const { bytes } = receiving.value
    const now = performance.now()
    if (bytes > last) {
      // The first figure contains what was here already.
      rate = last === 0 ? new Rate() : rate
      lastMs = now
    }
    last = bytes
    rate.mark(bytes, now)
    receiving.patch({
      bytesPerSecond: rate.bytesPerSecond,
      isMoving: now - lastMs < STOPPED_MS && !receiving.value.isWhole
    })
  }
}

async function untilAborted (work: () => Promise<void>): Promise<void> {
  await work().catch(() => {}) // Only `stop` ends it early.
}

function savesData (): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
}
