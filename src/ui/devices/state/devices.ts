import { watchChanges } from '../../../client/index.ts'
import { DeviceDrive } from '../../../devices/drive/device-drive.ts'
import { DeviceSync } from '../../../devices/drive/device-sync.ts'
import type { SyncState } from '../../../devices/drive/device-sync.ts'
import { readPairState, removePairRows, writePairState } from '../../../devices/drive/pair-state.ts'
import type { PairState } from '../../../devices/drive/pair-state.ts'
import { removeKeys } from '../../../devices/records/signed-records.ts'
import { safeDeviceName } from '../../../devices/tree/copy-name.ts'
import { whenReady } from '../../client/node.ts'
import { seldom } from '../../lib/reactive/seldom.ts'
import { Store } from '../../lib/reactive/store.ts'
import { plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { t } from '../../lib/text/t.ts'
import { announceNews } from '../../page/state/news.ts'
import { syncWords } from '../lib/sync-words.ts'
import { answerDevices, deviceCalls, deviceLine, deviceRows } from './device-node.ts'
import { devicesLine, notePaired } from './devices-line.ts'

export interface DevicesState {
  /** whether it is known if this browser is paired */
  isRead: boolean
  pair?: PairState
  sync: SyncState
  problem?: PlainError
}

/** The paired devices. */
export const devices = new Store<DevicesState>({ isRead: false, sync: { phase: 'looking' } })

/** Messages between the tabs of this origin. */
type TabMessage = { type: 'state'; sync: SyncState } | { type: 'pair' | 'ask' | 'wake' | 'cancel' }

/** One tab syncs for all. */
const LOCK = 'swipfs-devices'
const CHANNEL = 'swipfs-devices'

/** Pause after a change of Files, so that changes in quick succession are published together. */
const QUIET_MS = 1500
const SHOW_EACH_MS = 200

let running: { sync: DeviceSync; end: AbortController } | undefined
let channel: BroadcastChannel | undefined
let leaving: AbortController | undefined

/** Syncs with the other device as long as the page is open, if this browser is paired. Can be called again. */
export async function runDevices (): Promise<void> {
  listen()
  await whenReady()
  await readDevices()
  tell({ type: 'ask' })

  if (devices.value.pair != null && leaving == null) {
    leaving = new AbortController()
    void navigator.locks.request(LOCK, { signal: leaving.signal }, lead).catch(() => {}).finally(() => {
      leaving = undefined
    })
  }
}

/** Starts syncing with a new pair. */
export async function addPair (pair: PairState): Promise<void> {
  await writePairState(deviceRows, pair)
  notePaired(true)
  tell({ type: 'pair' })
  await runDevices()
}

/** Stops syncing with the other device, and deletes the keys. Files stay. */
export async function removePair (): Promise<void> {
  const { pair } = devices.value

  if (pair == null) {
    return
  }

  try {
    await withoutSync(async () => {
      await removePairRows(deviceRows)
      await removeKeys(deviceCalls, [pair.keyName])
    })
    announceNews(t('{device} was removed.', { device: pair.other.device }))
  } catch (err) {
    devices.patch({ problem: plainError(err) })
  }
  await readDevices()
  tell({ type: 'pair' })
}

/** Renames this device. The other one learns the name with the next record. */
export async function renameDevice (name: string): Promise<void> {
  const device = safeDeviceName(name)
  try {
    await withoutSync(async () => {
      const pair = await readPairState(deviceRows)

      if (pair != null) {
        await writePairState(deviceRows, { ...pair, device })
      }
    })
    tell({ type: 'pair' })
    await runDevices()
  } catch (err) {
    devices.patch({ problem: plainError(err) })
  }
}

/** Looks for the other device now. */
export function syncNow (): void {
  running?.sync.resume()
  tell({ type: 'wake' })
}

/** Stops receiving until `syncNow`. */
export function cancelReceiving (): void {
  running?.sync.pause()
  tell({ type: 'cancel' })
}

async function readDevices (): Promise<void> {
  try {
    const pair = await readPairState(deviceRows)
    notePaired(pair != null)
    devices.set({ ...devices.value, isRead: true, pair, problem: undefined })
  } catch (err) {
    devices.patch({ isRead: true, problem: plainError(err) })
  }
  showLine()
}

/** Syncs until the pair is removed, or the page is closed. Runs in one tab at a time. */
async function lead (): Promise<void> {
  const state = await readPairState(deviceRows)

  if (state == null) {
    return
  }

  const end = new AbortController()
  const { signal } = end
  const drive = new DeviceDrive({ calls: deviceCalls, rows: deviceRows, state })
  const show = seldom(SHOW_EACH_MS, (sync: SyncState) => {
    devices.set({ ...devices.value, sync, pair: drive.state })
    showLine()
    tell({ type: 'state', sync })
  })
  const sync = new DeviceSync({ drive, calls: deviceCalls, line: deviceLine, onState: show })
  running = { sync, end }

  let timer: ReturnType<typeof setTimeout> | undefined
  const stopWatching = watchChanges((topics) => {
    if (topics.has('files')) {
      clearTimeout(timer)
      timer = setTimeout(() => {
        sync.wake()
      }, QUIET_MS)
    }
  })
  const wake = (): void => {
    drive.forgetRecord() // The addresses may have changed.
    sync.wake()
  }
  addEventListener('online', wake, { signal })
  signal.addEventListener('abort', () => {
    sync.stop()
  })

  void answerDevices(async (peer, record) => {
    if (peer !== drive.state.other.peer) {
      throw new Error('not the paired device')
    }

    return await sync.receive(record)
  }, { signal }).catch(() => {}) // Then this device only asks, and is not asked.

  try {
    await sync.run()
  } finally {
    clearTimeout(timer)
    stopWatching()
    end.abort()
    running = undefined
  }
}

/** Changes the state of the pair while no tab syncs: a running sync would overwrite the change, or be overwritten. */
async function withoutSync (job: () => Promise<void>): Promise<void> {
  leaving?.abort()
  running?.end.abort()
  tell({ type: 'pair' })
  await navigator.locks.request(LOCK, job)
}

function listen (): void {
  if (channel != null) {
    return
  }

  channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.type === 'state' && running == null) {
      void readPairState(deviceRows).then((pair) => {
        devices.set({ ...devices.value, sync: data.sync, pair })
        showLine()
      }, () => {})
    } else if (data.type === 'ask' && running != null) {
      tell({ type: 'state', sync: running.sync.state })
    } else if (data.type === 'wake') {
      running?.sync.resume()
    } else if (data.type === 'cancel') {
      running?.sync.pause()
    } else if (data.type === 'pair') {
      running?.end.abort()
      leaving?.abort()
      // After the tab that has changed the pair.
      void navigator.locks.request(LOCK, async () => {}).then(runDevices)
    }
  }
}

function tell (message: TabMessage): void {
  channel?.postMessage(message)
}

function showLine (): void {
  const { pair, sync } = devices.value
  devicesLine.set({ text: pair == null ? undefined : syncWords(sync, pair.other.device) })
}
