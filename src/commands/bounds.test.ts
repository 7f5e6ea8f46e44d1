import { afterEach, describe, expect, test, vi } from 'vitest'
import { int64Varint } from '../bytes/varint.ts'
import { carOf } from '../testing/car-fixtures.ts'
import { gatewayApp } from '../node-adapter/gateway-app.ts'
import type { RpcInit } from '../testing/test-node.ts'
import { TestNode } from '../testing/test-node.ts'

const MIB = 1024 * 1024

/** How much more than the bound may have been asked for: what is read ahead of who takes it (`ReadRing`), with the read that is under way, and what streams hold ready. */
const SLACK_BYTES = 3 * MIB

/** A body whose one part never ends. */
function endlessPart (piece: Uint8Array, type = 'application/octet-stream'): { init: RpcInit, sentBytes: () => number } {
  let sent = 0

  const body = new ReadableStream<Uint8Array>({
    pull (controller) {
      controller.enqueue(sent === 0 ? new TextEncoder().encode(`--B\r\nContent-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: ${type}\r\n\r\n`) : piece)
      sent += piece.length
    }
  }, { highWaterMark: 0 })

  return { init: { body, headers: { 'Content-Type': 'multipart/form-data; boundary=B' } }, sentBytes: () => sent }
}

const bytes = (char: string): Uint8Array => new TextEncoder().encode(char.repeat(64 * 1024))
const KUBO = 'produced block is over 2MiB: big blocks can\'t be exchanged with other peers. consider using UnixFS for automatic chunking of bigger files, or pass --allow-big-block to override'
const BIG = 'produced block is over 8MiB: no block may be larger here, with --allow-big-block neither'
const VALUE = 'the value is over 8MiB: no larger one is decoded here'

describe('what a request makes the node hold is refused as soon as it is too much', () => {
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
    expect(answer.trailer ?? (answer.lines[0] as { Message: string } | undefined)?.Message ?? answer.text.trim()).toBe(message)
    expect(answer.status === 200 || answer.status >= 400).toBe(true)
    expect(sentBytes()).toBeGreaterThan(maxBytes)
    expect(sentBytes()).toBeLessThanOrEqual(maxBytes + SLACK_BYTES)
    expect(await node.blocks()).toEqual(before)
    expect((await node.rpc('repo/gc')).status).toBe(200)
  })

  test('a line of arguments', async () => {
    const node = await TestNode.start()
    expect(await node.rpc(`cid/base32?arg=${'a'.repeat(MIB)}`)).toMatchObject({ status: 431, text: '431 Request Header Fields Too Large\n' })
  })
})

describe('a text of which a number would have to be made holds nobody up', () => {
  const LONG = '2'.repeat(500_000)

  test.each([`block/stat?arg=z${LONG}`, `refs?arg=/ipfs/k${LONG}`, `id?arg=1${LONG}`, `name/resolve?arg=1${LONG}`, `files/chmod?arg=${LONG}&arg=/`])('%.20s', async (target) => {
    expect((await (await TestNode.start()).rpc(target)).status).toBe(500)
  })

  test('nor does one as the name of a key in the gateway', async () => {
    const { node } = await TestNode.start()
    const response = await gatewayApp(node)(new Request(`http://127.0.0.1:8080/ipns/1${LONG}`), undefined, `/ipns/1${LONG}`)
    expect([response.status, (await response.text()).slice(-4)]).toEqual([500, '22"\n'])
  })
})

describe('an upload that stands still', () => {
  afterEach(() => { vi.useRealTimers() })

  test.each(['add', 'add?progress=true', 'block/put', 'dag/put', 'dag/import', 'config/replace', 'pin/add'])('lets %s go, and the garbage collector on', async (target) => {
    const node = await TestNode.start()
    const before = await node.blocks()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let pulls = 0
    const piece = bytes('x')
    // a section that is longer than what comes of it
    const start = target === 'dag/import' ? await carOf([], []).then((header) => [...header, ...int64Varint(BigInt(5 * MIB))]) : []

    const body = new ReadableStream<Uint8Array>({
      async pull (controller) {
        if (++pulls === 20) await new Promise(() => {})
        controller.enqueue(pulls === 1 ? Uint8Array.from([...new TextEncoder().encode('--B\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'), ...start]) : piece)
      }
    }, { highWaterMark: 0 })

    const answer = node.rpc(target, { body, headers: { 'Content-Type': 'multipart/form-data; boundary=B' } })
    await vi.waitFor(() => { expect(pulls).toBe(20) }, { interval: 1 })
    const collected = node.rpc('repo/gc')
    await vi.advanceTimersByTimeAsync(61_000)
    vi.useRealTimers()
    const { trailer, text } = await answer
    expect(trailer ?? text).toContain('the upload stood still for 60 s and was cut')
    expect((await collected).status).toBe(200)
    expect(await node.blocks()).toEqual(before)
  })
})
