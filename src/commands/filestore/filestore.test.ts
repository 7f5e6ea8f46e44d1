import { MemoryDatastore } from 'datastore-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ReferencedFiles } from '../../blocks/references/referenced-files.ts'
import { MemoryBlockstore } from '../../store/blockstore/memory-blockstore.ts'
import { xorshift } from '../../testing/replay/golden-body.ts'
import { startWebFiles } from '../../testing/store/web-files.ts'
import type { WebFiles } from '../../testing/store/web-files.ts'
import { TestNode } from '../../testing/test-node.ts'

const CHUNK = 262_144
const SIZE = 3 * CHUNK + 1000
const ON = { 'Experimental.FilestoreEnabled': true, 'Experimental.UrlstoreEnabled': true }

let disk: Map<string, Uint8Array>
let node: TestNode
let blockstore: MemoryBlockstore
let datastore: MemoryDatastore

const files: ReferencedFiles = {
  nameOf: async (path) => path.replace(/^\/disk\//, ''),
  async read (name, offset, size) {
    const file = disk.get(name)
    if (file == null) {
      throw new DOMException('gone', 'NotFoundError')
    }
    return file.subarray(offset, offset + size)
  },
  open: async () => {
    throw new Error('nobody asks for it')
  }
}

beforeEach(async () => {
  disk = new Map([['a.bin', content(1)]])
  blockstore = new MemoryBlockstore()
  datastore = new MemoryDatastore()
  await start()
})

async function start (config: Record<string, boolean> = ON): Promise<void> {
  node = await TestNode.start({ blockstore, datastore, files, config })
}

function content (seed: number): Uint8Array {
  return xorshift(seed, SIZE)
}

function upload (
  abspath: string | undefined,
  bytes: Uint8Array
): { body: Uint8Array<ArrayBuffer>; headers: Record<string, string> } {
  const head =
    `--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: application/octet-stream\r\n${
      abspath == null ? '' : `Abspath: ${abspath}\r\n`
    }\r\n`
  return {
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')]) as Uint8Array<ArrayBuffer>,
    headers: { 'Content-Type': 'multipart/form-data; boundary=b' }
  }
}

async function add (
  abspath: string | undefined,
  bytes: Uint8Array,
  options = 'nocopy=true'
): Promise<{ Hash?: string; Message?: string }> {
  return (await node.rpc(`add?cid-version=1&${options}`, upload(abspath, bytes))).lines.at(-1) as {
    Hash?: string
    Message?: string
  }
}

async function statuses (command = 'verify?file-order=true'): Promise<string[]> {
  return (await node.rpc(`filestore/${command}`)).lines.map((line) => {
    const { Status, FilePath, Offset, Size } = line as Record<string, unknown>
    return `${Status} ${FilePath} ${Offset}+${Size}`
  })
}

async function readFile (cid: string): Promise<Buffer> {
  return Buffer.from(await (await node.open(`cat?arg=${cid}`)).arrayBuffer())
}

const WHOLE = [0, 1, 2, 3].map((i) => `0 a.bin ${i * CHUNK}+${i < 3 ? CHUNK : 1000}`)

describe('content that is referenced in its file', () => {
  it('needs no storage for its leaves, is read from the file, and has its usual CID', async () => {
    const { Hash = '' } = await add('/disk/a.bin', content(1))
    expect((await blockstore.stat()).bytes).toBeLessThan(1000)
    expect((await readFile(Hash)).equals(content(1))).toBe(true)
    expect(await add(undefined, content(1), 'only-hash=true')).toMatchObject({ Hash })
    expect(await statuses()).toEqual(WHOLE)
    expect(await statuses('ls?file-order=true')).toEqual(WHOLE)
  })

  it('is read from the file after a restart, and not if the filestore is disabled', async () => {
    const { Hash = '' } = await add('/disk/a.bin', content(1))
    await start()
    expect((await readFile(Hash)).equals(content(1))).toBe(true)
    await start({ 'Experimental.FilestoreEnabled': false })
    expect((await node.rpc(`cat?arg=${Hash}&length=100`)).lines).toMatchObject([{
      Message: 'filestore is not enabled, see https://git.io/vNItf'
    }])
    await start({ 'Experimental.UrlstoreEnabled': false })
    expect((await node.rpc(`cat?arg=${Hash}&length=100`)).status).toBe(500)
  })

  it('is checked for changes by every read', async () => {
    const { Hash = '' } = await add('/disk/a.bin', content(1))
    disk.get('a.bin')![CHUNK] ^= 1
    expect(await statuses()).toEqual(WHOLE.map((line, i) => i === 1 ? line.replace('0', '12') : line))
    expect((await node.rpc(`cat?arg=${Hash}&offset=${CHUNK}`)).lines).toEqual([{
      Message: `data in file did not match. a.bin offset ${CHUNK}`,
      Code: 0,
      Type: 'error'
    }])
    expect((await node.rpc(`cat?arg=${Hash}&length=${CHUNK}`)).status).toBe(200)
  })

  it('is checked for truncation and removal', async () => {
    const { Hash = '' } = await add('/disk/a.bin', content(1))
    disk.set('a.bin', content(1).subarray(0, 2 * CHUNK + 5))
    expect(await statuses()).toEqual(WHOLE.map((line, i) => i > 1 ? line.replace('0', '12') : line))
    disk.delete('a.bin')
    expect(await statuses()).toEqual(WHOLE.map((line) => line.replace('0', '11')))
    expect((await node.rpc(`cat?arg=${Hash}`)).lines).toEqual([{
      Message: 'open a.bin: no such file',
      Code: 0,
      Type: 'error'
    }])
  })

  it('is dropped if it is invalid, on demand', async () => {
    await add('/disk/a.bin', content(1))
    disk.get('a.bin')![0] ^= 1
    expect(await statuses('verify?remove-bad-blocks=true&file-order=true')).toHaveLength(4)
    expect(await statuses()).toEqual(WHOLE.slice(1))
  })

  it('is referenced at its current location when it is added again', async () => {
    await add('/disk/a.bin', content(1))
    disk.set('b.bin', disk.get('a.bin')!)
    disk.delete('a.bin')
    await add('/disk/b.bin', content(1))
    expect(await statuses()).toEqual(WHOLE.map((line) => line.replace('a.bin', 'b.bin')))
  })

  it('is stored if it is added without nocopy, in addition to the file', async () => {
    await add('/disk/a.bin', content(1))
    expect((await node.rpc('filestore/dups')).lines).toEqual([])
    const { Hash = '' } = await add(undefined, content(1), '')
    expect((await node.rpc('filestore/dups')).lines).toHaveLength(4)
    disk.delete('a.bin')
    expect((await readFile(Hash)).equals(content(1))).toBe(true)
    expect((await node.rpc('filestore/dups?encoding=text')).text.split('\n')).toHaveLength(5)
  })

  it('needs no reference if it is stored', async () => {
    await add(undefined, content(1), '')
    await add('/disk/a.bin', content(1))
    expect(await statuses()).toEqual([])
  })

  it('is kept by its pin, and removed by the garbage collector without one', async () => {
    const { Hash = '' } = await add('/disk/a.bin', content(1))
    await node.rpc('repo/gc')
    expect(await statuses()).toEqual(WHOLE)
    await node.rpc(`pin/rm?arg=${Hash}`)
    await node.rpc('repo/gc')
    expect(await statuses()).toEqual([])
    expect(disk.get('a.bin')).toEqual(content(1))
  })

  it('without a location is rejected, and an aborted upload leaves nothing', async () => {
    expect(await add(undefined, content(1))).toMatchObject({
      Message: "missing file path or URL, can't create filestore reference"
    })
    const { body, headers } = upload('/disk/a.bin', content(1))
    await node.rpc('add?nocopy=true', { body: body.subarray(0, body.length - 500), headers })
    expect(await statuses()).toEqual([])
  })

  it('without bytes is stored', async () => {
    const { Hash = '' } = await add('/disk/empty', new Uint8Array())
    expect(await readFile(Hash)).toHaveLength(0)
    expect(await statuses()).toEqual([])
  })
})

describe('content that is referenced at its URL', () => {
  let web: WebFiles

  beforeEach(async () => {
    web = await startWebFiles(new Map([['/a.bin', content(1)]]))
  })
  afterEach(async () => {
    await web.close()
  })

  it('is read by range requests', async () => {
    const { Hash = '' } = await add(`${web.url}/a.bin`, content(1))
    expect((await readFile(Hash)).equals(content(1))).toBe(true)
    expect(web.ranges.sort()).toEqual(
      [0, 1, 2, 3].map((i) => `bytes=${i * CHUNK}-${Math.min((i + 1) * CHUNK, SIZE) - 1}`)
    )
  })

  it('is checked for changes and removal', async () => {
    await add(`${web.url}/a.bin`, content(1))
    web.files.set('/a.bin', content(2))
    expect((await statuses()).map((line) => line.split(' ')[0])).toEqual(['12', '12', '12', '12'])
    web.files.delete('/a.bin')
    expect((await node.rpc('filestore/verify')).lines[0]).toMatchObject({
      Status: 10,
      ErrorMsg: 'expected HTTP 200 or 206 got 404'
    })
  })

  it('is read from a server without ranges, as far as possible', async () => {
    const whole = await startWebFiles(web.files, { ignoresRanges: true })
    await add(`${whole.url}/a.bin`, content(1))
    expect((await statuses()).map((line) => line.split(' ')[0])).toEqual(['0', '10', '10', '10'])
    await whole.close()
  })

  it('of a dead server reports why it cannot be read', async () => {
    await add(`${web.url}/a.bin`, content(1))
    await web.close()
    expect((await node.rpc('filestore/verify')).lines[0]).toMatchObject({
      Status: 10,
      ErrorMsg: expect.stringContaining(`Get "${web.url}/a.bin": `) as string
    })
    web = await startWebFiles(new Map())
  })

  it('must be https, or on this machine', async () => {
    expect(await add('http://web.example/a.bin', content(1))).toMatchObject({
      Message: 'cannot refer to this URL: it must be https, or http on this machine'
    })
  })

  it('needs the urlstore', async () => {
    await start({ 'Experimental.UrlstoreEnabled': false, 'Experimental.FilestoreEnabled': true })
    expect(await add(`${web.url}/a.bin`, content(1))).toMatchObject({ Message: 'urlstore is not enabled' })
    await start({ 'Experimental.UrlstoreEnabled': true, 'Experimental.FilestoreEnabled': false })
    expect(await add('/disk/a.bin', content(1))).toMatchObject({
      Message: 'filestore is not enabled, see https://git.io/vNItf'
    })
  })
})
