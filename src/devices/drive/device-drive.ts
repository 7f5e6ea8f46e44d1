import type { DeviceRows } from '../device-rows.ts'
import { callOnce } from '../node-calls.ts'
import type { NodeCalls } from '../node-calls.ts'
import { UntrustedRecordError } from '../records/device-errors.ts'
import { parseDeviceRecord, recordAddresses } from '../records/device-record.ts'
import type { DeviceRecord } from '../records/device-record.ts'
import { deriveKey, openValue, sealValue } from '../records/sealed.ts'
import { signRecord, verifyRecord } from '../records/signed-records.ts'
import { safeDeviceName } from '../tree/copy-name.ts'
import { isSameEntry } from '../tree/folder-entry.ts'
import type { FolderEntries } from '../tree/folder-entry.ts'
import { planMerge } from '../tree/plan-merge.ts'
import { TreeListings } from '../tree/tree-listings.ts'
import { chooseBase, mayMerge, neededRecords } from './choose-base.ts'
import { filesCid, mergeFiles } from './merge-files.ts'
import type { MergeProgress } from './merge-files.ts'
import { DEVICE_ROWS, secretBytes, writePairState } from './pair-state.ts'
import type { PairState } from './pair-state.ts'

export interface DriveInit {
  calls: NodeCalls
  rows: DeviceRows
  state: PairState
  nowMs?: () => number
}

/** Result of a record: merged, known already, or not to be merged yet. */
export type ReceiveResult = 'merged' | 'known' | 'early'

/** Signature lifetime of a record. The other device may be away for that long; the node renews it. */
const LIFETIME = '2160h'

/** Rounds of planning and applying, if the person changes files meanwhile. */
const MAX_ROUNDS = 20

/** Seals a record to its sender. */
const CONTEXT = 'record of '

/**
 * The Files of this device as one of a pair. Publishes its state as records, and merges the records of the other
 * device. Calls of `receive` and `publish` must not overlap.
 */
export class DeviceDrive {
  readonly #calls: NodeCalls
  readonly #rows: DeviceRows
  readonly #listings: TreeListings
  readonly #key: Promise<CryptoKey>
  readonly #nowMs: () => number
  #state: PairState
  #record: Uint8Array | undefined

  constructor ({ calls, rows, state, nowMs = Date.now }: DriveInit) {
    this.#calls = calls
    this.#rows = rows
    this.#state = state
    this.#nowMs = nowMs
    this.#listings = new TreeListings(calls, rows, `${DEVICE_ROWS}/tree`)
    this.#key = deriveKey(secretBytes(state), 'records')
  }

  get state (): PairState {
    return this.#state
  }

  /** Removes listings of states that no merge needs any more. */
  async tidy (): Promise<void> {
    const { sent, merged } = this.#state
    await this.#listings.retain([...sent.map(({ root }) => root), ...merged == null ? [] : [merged.root]])
  }

  /**
   * Checks a record of the other device, without merging it.
   *
   * @throws UntrustedRecordError if the other device did not make it
   */
  async openRecord (record: Uint8Array): Promise<DeviceRecord> {
    const { other: { name }, drive } = this.#state
    const value = await verifyRecord(this.#calls, name, record)
    const opened = parseDeviceRecord(await openValue(await this.#key, value, CONTEXT + name))

    if (opened.drive !== drive) {
      throw new UntrustedRecordError('the record belongs to another pair of devices')
    }

    return opened
  }

  /**
   * Merges a record of the other device into Files. Can be repeated after a crash or an abort: finished steps are found
   * done, and the record counts as merged only after all of them.
   *
   * @throws ContentAwayError if the other device does not send a content
   */
  async receive (
    record: DeviceRecord,
    { signal, onProgress }: { signal?: AbortSignal; onProgress?: (progress: MergeProgress) => void } = {}
  ): Promise<ReceiveResult> {
    const device = safeDeviceName(record.device)
    const { device: name, addresses, peer } = this.#state.other

    if (record.number >= (this.#state.merged?.number ?? 0)) {
      const isNews = device !== name || peer !== record.peer || addresses.join() !== record.addresses.join()
      this.#state = {
        ...this.#state,
        other: { ...this.#state.other, device, peer: record.peer, addresses: record.addresses, seenMs: this.#nowMs() }
      }

      if (isNews) {
        await this.#save()
      }
    }

    if (record.number <= (this.#state.merged?.number ?? 0)) {
      return 'known'
    }

    if (!mayMerge(this.#state, record)) {
      return 'early'
    }

    await this.#save({ merging: record.number })
    await this.#merge(record, device, { signal, onProgress })
    await this.#listings.remember(record.root, { signal })
    const { number, root, merged } = record
    await this.#save({
      merged: { number, root, merged },
      sent: neededRecords(this.#state.sent, merged),
      merging: undefined
    })
    return 'merged'
  }

  /**
   * Signs a new record if Files have changed, or if the second device waits for one.
   *
   * @returns whether there is a new record
   */
  async publish (): Promise<boolean> {
    // A root with a part of the other's changes would look like changes of this device.
    if (this.#state.merging != null) {
      return false
    }

    const root = await filesCid(this.#calls, '/')
    const last = this.#state.sent.at(-1)

    if (last != null && !this.#mustAnswer() && await this.#isSameTree(root, last.root)) {
      return false
    }

    await this.#listings.remember(root)
    // Saved before it is signed: the other device must not merge a record that this one cannot use as a common state.
    await this.#save({
      sent: [...this.#state.sent, {
        number: (last?.number ?? 0) + 1,
        root,
        merged: this.#state.merged?.number ?? 0
      }]
    })
    this.#record = undefined
    await this.currentRecord()
    return true
  }

  /** Returns the signed record of the last published state; undefined if there is none. */
  async currentRecord (): Promise<Uint8Array | undefined> {
    const { sent, drive, device, name, keyName } = this.#state
    const last = sent.at(-1)

    if (last == null) {
      return undefined
    }

    if (this.#record == null) {
      const { ID, Addresses } = await callOnce<{ ID: string; Addresses: string[] | null }>(this.#calls, 'id')
      const record: DeviceRecord = {
        drive,
        ...last,
        device,
        peer: ID,
        addresses: recordAddresses(Addresses ?? []),
        atMs: this.#nowMs()
      }
      this.#record = await signRecord(this.#calls, {
        keyName,
        value: await sealValue(await this.#key, record, CONTEXT + name),
        lifetime: LIFETIME
      })
    }

    return this.#record
  }

  /** Signs the record again when it is next needed, because the addresses of the node have changed. */
  forgetRecord (): void {
    this.#record = undefined
  }

  async rename (device: string): Promise<void> {
    await this.#save({ device: safeDeviceName(device) })
    this.forgetRecord()
  }

  async #merge (
    record: DeviceRecord,
    device: string,
    { signal, onProgress }: { signal?: AbortSignal; onProgress?: (progress: MergeProgress) => void }
  ): Promise<void> {
    const base = chooseBase(this.#state, record)

    for (let round = 0; round < MAX_ROUNDS; round++) {
      const steps = await planMerge({
        base,
        mine: await filesCid(this.#calls, '/'),
        theirs: record.root,
        device,
        list: async (cid) => await this.#listings.list(cid, { signal }),
        listRoot: async (cid) => await this.#listings.listRoot(cid, { signal })
      })

      if (steps.length === 0) {
        return
      }

      await mergeFiles(this.#calls, steps, { signal, onProgress, nowMs: this.#nowMs })
    }

    throw new Error('Files change faster than they can be merged')
  }

  /**
   * Whether the other device may wait for a record that contains its last one, although Files have not changed: it has
   * not merged the current record, which does not contain its last one.
   */
  #mustAnswer (): boolean {
    const { sent, merged, isFirst } = this.#state
    const last = sent.at(-1)
    return isFirst && last != null && merged != null && last.merged < merged.number && merged.merged < last.number
  }

  async #isSameTree (root: string, other: string): Promise<boolean> {
    if (root === other) {
      return true
    }

    const [mine, theirs] = await Promise.all([root, other].map(async (cid) => await this.#listings.listRoot(cid)))
    return isSameFolder(mine, theirs)
  }

  async #save (changes: Partial<PairState> = {}): Promise<void> {
    this.#state = { ...this.#state, ...changes }
    await writePairState(this.#rows, this.#state)
  }
}

function isSameFolder (a: FolderEntries, b: FolderEntries): boolean {
  return a.size === b.size && [...a].every(([name, entry]) => isSameEntry(entry, b.get(name)))
}
