import type { DeviceRows } from '../../devices/device-rows.ts'
import { DeviceDrive } from '../../devices/drive/device-drive.ts'
import type { PairState } from '../../devices/drive/pair-state.ts'
import { readPairState, secretText, writePairState } from '../../devices/drive/pair-state.ts'
import { httpCalls } from '../../devices/http-calls.ts'
import type { NodeCalls } from '../../devices/node-calls.ts'
import { createKey } from '../../devices/records/signed-records.ts'
import type { Blockstore } from '../../store/blockstore/blockstore.ts'
import { MemoryBlockstore } from '../../store/blockstore/memory-blockstore.ts'
import { TestNode } from '../test-node.ts'

/** Rows in memory. */
export function memoryRows (): DeviceRows {
  const rows = new Map<string, Uint8Array>()
  return {
    list: async (prefix) => [...rows.keys()].filter((key) => key.startsWith(prefix)),
    get: async (keys) => keys.map((key) => rows.get(key)),
    change: async ({ put = [], remove = [] }) => {
      put.forEach(([key, value]) => rows.set(key, value))
      remove.forEach((key) => rows.delete(key))
    }
  }
}

/** Files of a device as texts by path; empty folders end with a slash. */
export type TestFiles = Record<string, string>

/** A device in memory: a node, its rows, and its drive. */
export class TestDevice {
  readonly node: TestNode
  readonly rows = memoryRows()
  readonly calls: NodeCalls
  #drive: DeviceDrive | undefined

  constructor (node: TestNode) {
    this.node = node
    this.calls = httpCalls(async (target, init) => await node.open(target, init as { body?: BodyInit }))
  }

  get drive (): DeviceDrive {
    return this.#drive!
  }

  /** Opens the drive from its rows, as after a restart. */
  async open (calls = this.calls): Promise<DeviceDrive> {
    const state = await readPairState(this.rows)
    this.#drive = new DeviceDrive({ calls, rows: this.rows, state: state! })
    return this.#drive
  }

  async write (path: string, text: string): Promise<void> {
    const form = new FormData()
    form.append('file', new Blob([text]))
    await this.run(
      `files/write?arg=${
        encodeURIComponent(path)
      }&create=true&truncate=true&parents=true&raw-leaves=true&cid-version=1`,
      form
    )
  }

  async remove (path: string): Promise<void> {
    await this.run(`files/rm?arg=${encodeURIComponent(path)}&recursive=true`)
  }

  async mkdir (path: string): Promise<void> {
    await this.run(`files/mkdir?arg=${encodeURIComponent(path)}&parents=true`)
  }

  async move (from: string, to: string): Promise<void> {
    await this.run(`files/mv?arg=${encodeURIComponent(from)}&arg=${encodeURIComponent(to)}`)
  }

  async run (target: string, body?: FormData): Promise<unknown[]> {
    const { status, text, lines } = await this.node.rpc(target, { body })

    if (status !== 200) {
      throw new Error(text)
    }

    return lines
  }

  /** Reads all files. */
  async files (folder = '/', { bin = false } = {}): Promise<TestFiles> {
    const [{ Entries }] = await this.run(`files/ls?arg=${encodeURIComponent(folder)}&long=true`) as [
      { Entries: Array<{ Name: string; Type: number }> | null }
    ]
    const files: TestFiles = {}

    for (const { Name, Type } of Entries ?? []) {
      const path = `${folder === '/' ? '' : folder}/${Name}`

      if (Type === 0) {
        files[path] = (await this.node.rpc(`files/read?arg=${encodeURIComponent(path)}`)).text
      } else if (bin || path !== '/.bin') {
        const inside = await this.files(path, { bin })
        Object.assign(files, Object.keys(inside).length === 0 ? { [`${path}/`]: '' } : inside)
      }
    }

    return files
  }

  /** Reads the texts of all files in the Bin. */
  async binTexts (): Promise<Set<string>> {
    const all = await this.files('/', { bin: true })
    return new Set(Object.entries(all).filter(([path]) => path.startsWith('/.bin/')).map(([, text]) => text))
  }

  /** Reads the files in the Bin by the paths that they were deleted from. */
  async bin (): Promise<TestFiles> {
    const all = await this.files('/', { bin: true })
    return Object.fromEntries(
      Object.entries(all).filter(([path]) => path.startsWith('/.bin/') && !path.endsWith('/')).map(([path, text]) => {
        const [, , deletion, ...names] = path.split('/')
        const from = decodeURIComponent(deletion.split(' ')[2])
        return [`${from === '/' ? '' : from}/${names.join('/')}`, text]
      })
    )
  }
}

/**
 * Creates two paired devices whose nodes share their blocks, as if both were always reachable.
 *
 * @param names - display names, that of the first device first
 */
export async function pairedDevices (
  names: readonly [string, string] = ['Laptop', 'Phone']
): Promise<[TestDevice, TestDevice]> {
  const blockstore: Blockstore = new MemoryBlockstore()
  const devices = await Promise.all(names.map(async () => new TestDevice(await TestNode.start({ blockstore }))))
  const keys = await Promise.all(devices.map(async ({ calls }) => await createKey(calls, 'device')))
  const secret = secretText(new Uint8Array(32).fill(7))

  await Promise.all(devices.map(async (device, i) => {
    const state: PairState = {
      drive: 'test',
      secret,
      isFirst: i === 0,
      device: names[i],
      keyName: 'device',
      name: keys[i],
      other: {
        device: names[1 - i],
        name: keys[1 - i],
        peer: String(devices[1 - i].node.node.identity.peerId),
        addresses: []
      },
      sent: []
    }
    await writePairState(device.rows, state)
    await device.open()
  }))
  return devices as [TestDevice, TestDevice]
}

/** Passes the current record of a device to the other one. */
export async function sendRecord (from: TestDevice, to: TestDevice): Promise<string> {
  await from.drive.publish()
  const record = await from.drive.currentRecord()
  return record == null ? 'none' : await to.drive.receive(await to.drive.openRecord(record))
}

/** Exchanges records until no device has news. */
export async function exchange (a: TestDevice, b: TestDevice): Promise<void> {
  for (let quiet = 0, round = 0; quiet < 2; round++) {
    if (round > 20) {
      throw new Error('the devices never agree')
    }

    const results = [await sendRecord(a, b), await sendRecord(b, a)]
    quiet = results.includes('merged') ? 0 : quiet + 1
  }
}
