import { CID } from 'multiformats/cid'
import { beforeEach, expect, test } from 'vitest'
import { concatBytes } from '../../bytes/concat-bytes.ts'
import { bytesField } from '../../bytes/protobuf/protobuf-writer.ts'
import { int64Varint } from '../../bytes/protobuf/varint.ts'
import { hash } from '../../cid/hash/hash.ts'
import { TestNode } from '../../testing/test-node.ts'

let app: TestNode

beforeEach(async () => {
  app = await TestNode.start()
})

const RAW = CID.parse('bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy')
function upload (text: string): FormData {
  const form = new FormData()
  form.set('data', new Blob([text]))
  return form
}

const field = (tag: number, value: bigint): Uint8Array => concatBytes([Uint8Array.of(tag), int64Varint(value)])
const linkFields = (cid: CID, name: string, tsize: bigint): Uint8Array[] =>
  bytesField(2, ...bytesField(1, cid.bytes), ...bytesField(2, new TextEncoder().encode(name)), field(0x18, tsize))

async function put (links: Uint8Array[], ...data: Uint8Array[]): Promise<{ cid: CID; length: bigint }> {
  const bytes = concatBytes([...links, ...bytesField(1, ...data)])
  const cid = CID.createV1(0x70, await hash(bytes))
  await app.node.blockstore.put(cid, bytes)
  return { cid, length: BigInt(bytes.length) }
}

/** A file with two parts that are not local. */
const file = async (size: bigint): ReturnType<typeof put> =>
  await put(
    [...linkFields(RAW, '', size - 1n), ...linkFields(RAW, '', 1n)],
    field(0x08, 2n),
    field(0x18, size),
    field(0x20, size - 1n),
    field(0x20, 1n)
  )

/** Reads a number of a JSON text without loss. */
function numbers (text: string, name: string): string[] {
  return [...text.matchAll(new RegExp(`"${name}":(-?[0-9.e+]+)`, 'g'))].map(([, digits]) => digits)
}

test.each([2n ** 53n - 1n, 2n ** 53n + 1n, 2n ** 63n - 1n, 2n ** 63n + 3n, 2n ** 64n - 200n])(
  'sizes of %s are exact to the last digit',
  async (size) => {
    const { cid } = await file(size)
    const directory = await put([...linkFields(cid, 'a', size), ...linkFields(RAW, 'b', size - 2n)], field(0x08, 1n))

    expect(numbers((await app.rpc(`files/stat?arg=/ipfs/${cid}`)).text, 'Size')).toEqual([String(size)])
    expect(numbers((await app.rpc(`files/stat?arg=/ipfs/${directory.cid}`)).text, 'CumulativeSize')).toEqual([
      String(BigInt.asUintN(64, 2n * size - 2n + directory.length))
    ])
    expect(numbers((await app.rpc(`ls?arg=${directory.cid}`)).text, 'Size')).toEqual([String(size), String(size - 2n)])
    expect((await app.rpc(`ls?arg=${directory.cid}&encoding=text`)).text).toContain(String(size))
    expect((await app.rpc(`files/stat?arg=/ipfs/${cid}&format=%3Csize%3E&encoding=text`)).text).toBe(`${size}\n`)

    await app.rpc(`files/cp?arg=/ipfs/${cid}&arg=/f`)
    // A signed type in Go.
    expect(numbers((await app.rpc('files/ls?long=true&arg=/')).text, 'Size')).toEqual([String(BigInt.asIntN(64, size))])
    expect(numbers((await app.rpc('files/ls?long=true&arg=/f')).text, 'Size')).toEqual([
      String(BigInt.asIntN(64, size))
    ])
  }
)

/** A file of `2^60 + 7` bytes: links to the same blocks many times, and a last part of seven bytes. */
async function hugeFile (): Promise<{ cid: CID; size: bigint }> {
  const leaf = new Uint8Array(1024).map((_, i) => i)
  let cid: CID = CID.createV1(0x55, await hash(leaf))
  await app.node.blockstore.put(cid, leaf)
  let size = 1024n

  for (let level = 0; level < 10; level++) {
    const last = level === 9 ? new TextEncoder().encode('the end') : new Uint8Array(0)
    const lastCid = CID.createV1(0x55, await hash(last))
    await app.node.blockstore.put(lastCid, last)
    const parts = [
      ...new Array<[CID, bigint]>(32).fill([cid, size]),
      ...last.length === 0 ? [] : [[lastCid, BigInt(last.length)] as [CID, bigint]]
    ]
    size = parts.reduce((sum, [, size]) => sum + size, 0n)
    cid = (await put(
      parts.flatMap(([cid, size]) => linkFields(cid, '', size)),
      field(0x08, 2n),
      field(0x18, size),
      ...parts.map(([, size]) => field(0x20, size))
    )).cid
  }

  return { cid, size }
}

test('ranges of a file of more than 2^53 bytes are read by exact offsets and counts', async () => {
  const { cid, size } = await hugeFile()
  expect(size).toBe(2n ** 60n + 7n)
  await app.rpc(`files/cp?arg=/ipfs/${cid}&arg=/huge`)

  for (const path of [`cat?arg=${cid}&length=7`, 'files/read?arg=/huge&count=7']) {
    expect((await app.rpc(`${path}&offset=${size - 7n}`)).text).toBe('the end')
    expect((await app.rpc(`${path}&offset=${size - 8n}`)).text).toBe('\uFFFDthe en')
    expect(new TextEncoder().encode((await app.rpc(`${path}&offset=${2n ** 53n + 1025n}`)).text)).toEqual(
      Uint8Array.of(1, 2, 3, 4, 5, 6, 7)
    )
    expect((await app.rpc(`${path}&offset=${size}`)).text).toBe('')
  }

  expect((await app.rpc(`cat?arg=${cid}&offset=${size - 7n}`)).text).toBe('the end')
  expect((await app.rpc(`cat?arg=${cid}&arg=${cid}&offset=${2n * size - 3n}`)).text).toBe('end')
  expect((await app.rpc(`cat?arg=${cid}&offset=${size - 7n}&length=9223372036854775807`)).text).toBe('the end')
  expect((await app.rpc(`files/read?arg=/huge&offset=${size + 1n}`)).text).toContain(
    `offset was past end of file (${size + 1n} \\u003e ${size})`
  )
})

test('a file of more than 2^53 bytes is written to at an exact offset', async () => {
  const { cid, size } = await hugeFile()
  await app.rpc(`files/cp?arg=/ipfs/${cid}&arg=/huge`)
  await app.rpc(`files/write?arg=/huge&offset=${2n ** 53n + 1025n}`, { body: upload('here') })
  expect((await app.rpc(`files/read?arg=/huge&count=6&offset=${2n ** 53n + 1024n}`)).text).toBe('\0here\x05')
  expect(numbers((await app.rpc('files/stat?arg=/huge')).text, 'Size')).toEqual([String(size)])
  await app.rpc(`files/write?arg=/huge&offset=${size}`, { body: upload('!') })
  expect(numbers((await app.rpc('files/stat?arg=/huge')).text, 'Size')).toEqual([String(size + 1n)])
  expect((await app.rpc(`files/read?arg=/huge&offset=${size - 7n}`)).text).toBe('the end!')
})

test.each([
  'cat?arg=/ipfs/bafkqaaa&length',
  'cat?arg=/ipfs/bafkqaaa&offset',
  'files/read?arg=/f&count',
  'files/read?arg=/f&offset',
  'files/write?arg=/f&count',
  'files/write?arg=/f&offset'
])('%s takes no number above 2^63 - 1', async (option) => {
  expect(await app.rpc(`${option}=9223372036854775808`, { body: upload('x') })).toMatchObject({
    status: 400,
    text: expect.stringContaining('could not convert value "9223372036854775808" to type "int64"')
  })
})

test('chmod, touch and changes of a directory keep sizes of 64 bits', async () => {
  const size = 2n ** 63n + 3n
  const large = await file(size)
  const directory = await put(linkFields(large.cid, 'a', size), field(0x08, 1n))
  await app.rpc(`files/cp?arg=/ipfs/${directory.cid}&arg=/d`)
  await app.rpc('files/mkdir?arg=/d/sub')
  await app.rpc('files/chmod?arg=0600&arg=/d/a')
  await app.rpc('files/touch?arg=/d/a&mtime=5')
  const { Hash } = (await app.rpc('files/stat?arg=/d/a')).lines[0] as { Hash: string }
  const expected = [
    ...linkFields(RAW, '', size - 1n),
    ...linkFields(RAW, '', 1n),
    ...bytesField(
      1,
      field(0x08, 2n),
      field(0x18, size),
      field(0x20, size - 1n),
      field(0x20, 1n),
      field(0x38, 0o600n),
      Uint8Array.of(0x42, 2, 0x08, 5)
    )
  ]
  const block = concatBytes(expected)
  expect(Buffer.from(await (await app.open(`block/get?arg=${Hash}`)).arrayBuffer()).toString('hex')).toBe(
    Buffer.from(block).toString('hex')
  )
  const cumulative = BigInt.asUintN(64, size + BigInt(block.length))
  expect(numbers((await app.rpc('files/stat?arg=/d/a')).text, 'CumulativeSize')).toEqual([String(cumulative)])
  expect(
    numbers(
      (await app.rpc('dag/get?arg=' + ((await app.rpc('files/stat?arg=/d')).lines[0] as { Hash: string }).Hash)).text,
      'Tsize'
    )
  ).toEqual([String(BigInt.asIntN(64, cumulative)), '4'])
})
