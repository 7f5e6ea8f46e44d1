import type { Connection } from '@libp2p/interface'
import { Uint8ArrayList } from 'uint8arraylist'
import { expect, it } from 'vitest'
import { listMemory } from './list-memory.ts'
import { ReceiveMemoryLimit, STREAM_BYTES } from './receive-memory-limit.ts'

const MIB = 1024 * 1024
const MAX_UNREAD_BYTES = 16 * MIB

/** Creates the internals of a connection, and records whether it was closed. */
function connection (
  { frame = new Uint8ArrayList(), answers = new Uint8ArrayList(), streams = [] as Uint8ArrayList[] } = {}
) {
  const made = {
    wasCut: false,
    abort: () => {
      made.wasCut = true
    },
    muxer: { decoder: { buffer: frame }, maConn: { writeBuffer: answers } },
    streams: streams.map((readBuffer) => ({ readBuffer }))
  }
  return made
}

function look (...all: Array<ReturnType<typeof connection>>): boolean[] {
  new ReceiveMemoryLimit(() => all as unknown as Connection[], MAX_UNREAD_BYTES).enforce()
  return all.map(({ wasCut }) => wasCut)
}

function list (bytes: number, pieces = 1): Uint8ArrayList {
  const made = new Uint8ArrayList()
  for (let i = 0; i < pieces; i++) {
    made.append(new Uint8Array(bytes / pieces))
  }
  return made
}

it('counts the memory of a list: whole buffers, each once, and pieces', () => {
  const buffer = new Uint8Array(1000)
  const small = listMemory([new Uint8ArrayList(buffer.subarray(0, 1))])
  expect(small).toBeGreaterThanOrEqual(1000)
  const again = listMemory([new Uint8ArrayList(buffer.subarray(0, 1), buffer.subarray(1, 2))])
  expect(again).toBeLessThan(2 * small)
  expect(again).toBeGreaterThan(small)
})

it('disconnects the peer with the most memory, of any kind, and none below the limit', () => {
  const half = MAX_UNREAD_BYTES / 2
  expect(look(connection({ frame: list(half) }), connection({ streams: [list(half / 2)] }))).toEqual([false, false])
  expect(look(connection({ frame: list(half + MIB) }), connection({ streams: [list(half)] }))).toEqual([true, false])
  expect(look(connection({ frame: list(half) }), connection({ streams: [list(half), list(MIB)] }))).toEqual([
    false,
    true
  ])
  expect(look(connection({ answers: list(half + MIB) }), connection({ frame: list(half) }))).toEqual([true, false])
})

it('releases the memory of a connection that it has closed, even if it is still referenced', () => {
  const frame = list(MAX_UNREAD_BYTES + MIB)
  expect(look(connection({ frame }))).toEqual([true])
  expect(frame.byteLength).toBe(0)
})

it('counts many small pieces, and empty streams', () => {
  expect(look(connection({ streams: [list(MIB, MIB / 8)] }))).toEqual([true])
  expect(look(connection({ streams: [list(MIB)] }))).toEqual([false])
  expect(
    look(
      connection({ streams: Array.from({ length: MAX_UNREAD_BYTES / STREAM_BYTES + 1 }, () => new Uint8ArrayList()) })
    )
  ).toEqual([true])
})
