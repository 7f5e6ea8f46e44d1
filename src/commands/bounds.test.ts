import { afterEach, describe, expect, test, vi } from 'vitest'
import { int64Varint } from '../bytes/protobuf/varint.ts'
import { gatewayApp } from '../node-adapter/apps/gateway-app.ts'
import { encodeCar } from '../testing/dag/car-fixtures.ts'
import type { RpcInit } from '../testing/test-node.ts'
import { TestNode } from '../testing/test-node.ts'

const MIB = 1024 * 1024

/**
 * Bytes beyond the limit that may be requested: the read-ahead (`ReadRing`), the pending read, and the buffers of
 * streams.
 */
const SLACK_BYTES = 3 * MIB

/** Creates a body with a single part that never ends. */
function endlessPart (
  piece: Uint8Array,
  type = 'application/octet-stream'
): { init: RpcInit; sentBytes: () => number } {
  let sent = 0

  const body = new ReadableStream<Uint8Array>({
    pull (controller) {
      controller.enqueue(
        sent === 0
          ? new TextEncoder().encode(
            `--B\r\nContent-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: ${type}\r\n\r\n`
          )
          : piece
      )
      sent += piece.length
    }
  }, { highWaterMark: 0 })

  return { init: { body, headers: { 'Content-Type': 'multipart/form-data; boundary=B' } }, sentBytes: () => sent }
}

const bytes = (char: string): Uint8Array => new TextEncoder().encode(char.repeat(64 * 1024))
const KUBO = "produced block is over 2MiB: big blocks can't be exchanged with other peers. consider using UnixFS for " +
  'automatic chunking of bigger files, or pass --allow-big-block to override'
const BIG = 'produced block is over 8MiB: no block may be larger here, with --allow-big-block neither'
const VALUE = 'the value is over 8MiB: no larger one is decoded here'

describe('a request that would occupy too much memory is refused as soon as possible', () => {
  test.each<[target: string, maxBytes: number, message: string, piece?: Uint8Array, type?: string]>([
    ['block/put', 2 * MIB, KUBO],
    ['block/put?allow-big-block=true', 8 * MIB, BIG],
    ['dag/put', 8 * MIB, VALUE, bytes('[')],
    ['dag/put?allow-big-block=true', 8 * MIB, VALUE, bytes(' ')],
    ['dag/put?input-codec=raw&store-codec=raw', 2 * MIB, KUBO],
    ['dag/put?input-codec=raw&store-codec=raw&allow-big-block=true', 8 * MIB, BIG],
    ['config/replace', 8 * MIB, 'the file is over 8MiB', bytes(' ')],
    ['multibase/encode', 8 * MIB, 'failed to access file: the file is over 8MiB'],
    ['pin/add', 8 * MIB, 'the arguments in the body are over 8MiB'],
    ['add', 64 * 1024, 'the target of a symlink is over 65536 bytes', bytes('x'), 'application/symlink'],
    ['dag/put', 64 * 1024, 'the target of a symlink is over 65536 bytes', bytes('x'), 'application/symlink']
  ])('%s after %i bytes', async (target, maxBytes, message, piece = bytes('x'), type = undefined) => {
    const node = await TestNode.start()
    const before = await node.blocks()
    const { init, sentBytes } = endlessPart(piece, type)
    const answer = await node.rpc(target, init)
    expect(answer.trailer ?? (answer.lines[0] as { Message: string } | undefined)?.Message ?? answer.text.trim()).toBe(
      message
    )
    expect(answer.status === 200 || answer.status >= 400).toBe(true)
    expect(sentBytes()).toBeGreaterThan(maxBytes)
    expect(sentBytes()).toBeLessThanOrEqual(maxBytes + SLACK_BYTES)
    expect(await node.blocks()).toEqual(before)
    expect((await node.rpc('repo/gc')).status).toBe(200)
  })

  test('a line of arguments', async () => {
    const node = await TestNode.start()
    expect(await node.rpc(`cid/base32?arg=${'a'.repeat(MIB)}`)).toMatchObject({
      status: 431,
      text: '431 Request Header Fields Too Large\n'
    })
  })
})

describe('a text that would be parsed as a number does not block the node', () => {
  const LONG = '2'.repeat(500_000)

  test.each([
    `block/stat?arg=z${LONG}`,
    `refs?arg=/ipfs/k${LONG}`,
    `id?arg=1${LONG}`,
    `name/resolve?arg=1${LONG}`,
    `files/chmod?arg=${LONG}&arg=/`
  ])('%.20s', async (target) => {
    expect((await (await TestNode.start()).rpc(target)).status).toBe(500)
  })

  test('nor does one as the name of a key in the gateway', async () => {
    const { node } = await TestNode.start()
    const response = await gatewayApp(node)(
      new Request(`http://127.0.0.1:8080/ipns/1${LONG}`),
      undefined,
      `/ipns/1${LONG}`
    )
    expect([response.status, (await response.text()).slice(-4)]).toEqual([500, '22"\n'])
  })
})

describe('a stalled upload', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  test.each(['add', 'add?progress=true', 'block/put', 'dag/put', 'dag/import', 'config/replace', 'pin/add'])(
    'ends %s, and unblocks the garbage collector',
    async (target) => {
      const node = await TestNode.start()
      const before = await node.blocks()
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      let pulls = 0
      const piece = bytes('x')
      // A section that is longer than its received part.
      const start = target === 'dag/import'
        ? await encodeCar([], []).then((header) => [...header, ...int64Varint(BigInt(5 * MIB))])
        : []

      const body = new ReadableStream<Uint8Array>({
        async pull (controller) {
          if (++pulls === 20) {
            await new Promise(() => {})
          }
          controller.enqueue(
            pulls === 1
              ? Uint8Array.from([
                ...new TextEncoder().encode('--B\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'),
                ...start
              ])
              : piece
          )
        }
      }, { highWaterMark: 0 })

      const answer = node.rpc(target, { body, headers: { 'Content-Type': 'multipart/form-data; boundary=B' } })
      await vi.waitFor(() => {
        expect(pulls).toBe(20)
      }, { interval: 1 })
      const collected = node.rpc('repo/gc')
      await vi.advanceTimersByTimeAsync(61_000)
      vi.useRealTimers()
      const { trailer, text } = await answer
      expect(trailer ?? text).toContain('the upload stood still for 60 s and was cut')
      expect((await collected).status).toBe(200)
      expect(await node.blocks()).toEqual(before)
    }
  )
})
