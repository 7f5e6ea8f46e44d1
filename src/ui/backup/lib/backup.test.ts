import { CarWriter } from '@ipld/car'
import { CID } from 'multiformats/cid'
import { sha256 } from 'multiformats/hashes/sha2'
import { expect, test } from 'vitest'
import { documents } from './documents.ts'
import type { About, Manifest } from './manifest.ts'
import { readBackup } from './read-backup.ts'

const DAG_JSON = 0x0129

async function blockOf (value: unknown, code = DAG_JSON): Promise<{ cid: CID; bytes: Uint8Array }> {
  const bytes = value instanceof Uint8Array ? value : new TextEncoder().encode(JSON.stringify(value))
  return { cid: CID.createV1(code, await sha256.digest(bytes)), bytes }
}

async function encodeCar (root: CID, blocks: Array<{ cid: CID; bytes: Uint8Array }>): Promise<Uint8Array<ArrayBuffer>> {
  const { writer, out } = CarWriter.create([root])
  const chunks: Uint8Array[] = []
  const reading = (async () => {
    for await (const chunk of out) {
      chunks.push(chunk)
    }
  })()
  for (const block of blocks) {
    await writer.put(block)
  }
  await writer.close()
  await reading
  return new Uint8Array(Buffer.concat(chunks))
}

const all: Required<About> = {
  pins: Array.from(
    { length: 450 },
    (_, i) => ({ cid: `cid${i}`, name: `name ${i}`, type: i % 2 === 0 ? 'recursive' : 'direct' })
  ),
  files: [{ path: '/', cid: 'root' }],
  lacking: [{ cid: 'l', name: 'gone' }],
  dates: [['/a.txt', 1_700_000_000_000]]
}

async function backup (
  change: Partial<Manifest> = {}
): Promise<{ blocks: Array<{ cid: CID; bytes: Uint8Array }>; root: CID }> {
  const about = await Promise.all(documents(all, ['bafy']).about.map(async (one) => await blockOf(one)))
  const manifest = await blockOf({
    type: 'swipfs-backup',
    version: 1,
    at: '2026-01-02T03:04:05.000Z',
    about: about.map(({ cid }) => ({ '/': String(cid) })),
    content: [],
    ...change
  })
  return { blocks: [manifest, ...about, await blockOf(new Uint8Array(5000), 0x55)], root: manifest.cid }
}

test('splits a list of any length into documents of block size, and restores its order', async () => {
  const { about, content } = documents(all, Array.from({ length: 4001 }, (_, i) => `c${i}`))
  expect([about.length, content.length]).toEqual([3, 3])
  expect(content.flatMap(({ links }) => links).at(-1)).toEqual({ '/': 'c4000' })
  const wide = documents({
    ...all,
    pins: Array.from(
      { length: 200 },
      () => ({ cid: 'b'.repeat(100), name: '\u{1f600}'.repeat(63), type: 'recursive' as const })
    )
  }, [])
  expect(Math.max(...wide.about.map((one) => new TextEncoder().encode(JSON.stringify(one)).length))).toBeLessThan(
    1024 * 1024
  )
  expect(documents({ pins: [], files: [], lacking: [] }, [])).toEqual({ about: [], content: [] })

  const { blocks, root } = await backup()
  expect(await readBackup(new Blob([await encodeCar(root, blocks)]))).toMatchObject({
    root: String(root),
    about: all,
    manifest: { at: '2026-01-02T03:04:05.000Z' }
  })
})

test('does not read the rest of the file', async () => {
  const { blocks, root } = await backup()
  const car = await encodeCar(root, blocks)
  expect((await readBackup(new Blob([car.slice(0, -4000)]))).about.pins).toHaveLength(450)
})

test.each([
  ['text', async () => new TextEncoder().encode('this is no archive at all')],
  ['nothing', async () => new Uint8Array(0)],
  ['an endless number', async () => new Uint8Array(20).fill(255)],
  ['an archive of something else', async () => {
    const one = await blockOf({ a: 1 })
    return await encodeCar(one.cid, [one])
  }],
  ['an archive of a file', async () => {
    const one = await blockOf(new Uint8Array(9), 0x55)
    return await encodeCar(one.cid, [one])
  }],
  ['a later version', async () => {
    const { blocks, root } = await backup({ version: 2 as 1 })
    return await encodeCar(root, blocks)
  }],
  ['one without its list', async () => {
    const { blocks, root } = await backup()
    return await encodeCar(root, [blocks[0], ...blocks.slice(2)])
  }],
  ['one cut in its list', async () => {
    const { blocks, root } = await backup()
    return (await encodeCar(root, blocks)).slice(0, 900)
  }],
  ['one that was changed', async () => {
    const { blocks, root } = await backup()
    const car = await encodeCar(root, blocks)
    car[300] ^= 1
    return car
  }],
  ['a list of other things', async () => {
    const one = await blockOf({ pins: [null], files: [], lacking: [] })
    const { blocks, root } = await backup({ about: [{ '/': String(one.cid) }] })
    return await encodeCar(root, [blocks[0], one])
  }],
  ['an archive of null', async () => {
    const one = await blockOf(null)
    return await encodeCar(one.cid, [one])
  }]
])('rejects a file that is not a backup: %s', async (_, make) => {
  await expect(readBackup(new Blob([await make() as Uint8Array<ArrayBuffer>]))).rejects.toMatchObject({
    name: 'NoBackupError'
  })
})
