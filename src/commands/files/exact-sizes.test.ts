import { CID } from 'multiformats/cid'
import { beforeEach, expect, test } from 'vitest'
import { concatBytes } from '../../bytes/concat-bytes.ts'
import { bytesField } from '../../bytes/protobuf-writer.ts'
import { int64Varint } from '../../bytes/varint.ts'
import { hash } from '../../cid/hash.ts'
import { TestNode } from '../../testing/test-node.ts'

let app: TestNode

beforeEach(async () => { app = await TestNode.start() })

const RAW = CID.parse('bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy')
const field = (tag: number, value: bigint): Uint8Array => concatBytes([Uint8Array.of(tag), int64Varint(value)])
const link = (cid: CID, name: string, tsize: bigint): Uint8Array[] => bytesField(2, ...bytesField(1, cid.bytes), ...bytesField(2, new TextEncoder().encode(name)), field(0x18, tsize))

async function put (links: Uint8Array[], ...data: Uint8Array[]): Promise<{ cid: CID, length: bigint }> {
  const bytes = concatBytes([...links, ...bytesField(1, ...data)])
  const cid = CID.createV1(0x70, await hash(bytes))
  await app.node.blockstore.put(cid, bytes)
  return { cid, length: BigInt(bytes.length) }
}

const file = async (size: bigint): ReturnType<typeof put> => await put([], field(0x08, 2n), field(0x18, size))

/** Reads a number of a JSON text without loss. */
function numbers (text: string, name: string): string[] {
  return [...text.matchAll(new RegExp(`"${name}":(-?[0-9.e+]+)`, 'g'))].map(([, digits]) => digits)
}

test.each([2n ** 53n - 1n, 2n ** 53n + 1n, 2n ** 63n - 1n, 2n ** 63n + 3n, 2n ** 64n - 200n])('sizes of %s are exact to the last digit', async (size) => {
  const { cid } = await file(size)
  const directory = await put([...link(cid, 'a', size), ...link(RAW, 'b', size - 2n)], field(0x08, 1n))

  expect(numbers((await app.rpc(`files/stat?arg=/ipfs/${cid}`)).text, 'Size')).toEqual([String(size)])
  expect(numbers((await app.rpc(`files/stat?arg=/ipfs/${directory.cid}`)).text, 'CumulativeSize')).toEqual([String(BigInt.asUintN(64, 2n * size - 2n + directory.length))])
  expect(numbers((await app.rpc(`ls?arg=${directory.cid}`)).text, 'Size')).toEqual([String(size), String(size - 2n)])
  expect((await app.rpc(`ls?arg=${directory.cid}&encoding=text`)).text).toContain(String(size))
  expect((await app.rpc(`files/stat?arg=/ipfs/${cid}&format=%3Csize%3E&encoding=text`)).text).toBe(`${size}\n`)

  await app.rpc(`files/cp?arg=/ipfs/${cid}&arg=/f`)
  // A signed type in Go.
  expect(numbers((await app.rpc('files/ls?long=true&arg=/')).text, 'Size')).toEqual([String(BigInt.asIntN(64, size))])
  expect(numbers((await app.rpc('files/ls?long=true&arg=/f')).text, 'Size')).toEqual([String(BigInt.asIntN(64, size))])
})
