import { afterEach, expect, test } from 'vitest'
import { PortDuplex } from './port-duplex.ts'

const MIB = 1024 * 1024
const open: PortDuplex[] = []

function pair (): [PortDuplex, PortDuplex] {
  const one = new MessageChannel()
  const other = new MessageChannel()
  const ends: [PortDuplex, PortDuplex] = [
    new PortDuplex({ incoming: one.port1, outgoing: other.port1 }),
    new PortDuplex({ incoming: other.port2, outgoing: one.port2 })
  ]
  open.push(...ends)
  return ends
}

afterEach(() => {
  open.splice(0).forEach((end) => {
    end.abort(new Error('the test is over'))
  })
})

async function bytesOf (end: PortDuplex): Promise<number> {
  let count = 0
  for await (const chunk of end.chunks()) {
    count += chunk.byteLength
  }
  return count
}

async function writeChunks (end: PortDuplex, chunks: number): Promise<void> {
  for (let i = 0; i < chunks; i++) {
    await end.write(new Uint8Array(MIB).fill(i))
  }
  end.closeWrite()
}

test('transfers bytes in both directions, which end independently', async () => {
  const [a, b] = pair()
  const chunk = new Uint8Array([1, 2, 3])
  const read = bytesOf(b)
  await a.write(chunk)
  a.closeWrite()
  expect(await read).toBe(3)
  expect(chunk).toEqual(new Uint8Array([1, 2, 3])) // it stays its owner's
  expect(await Promise.all([bytesOf(a), writeChunks(b, 20)])).toEqual([20 * MIB, undefined])
  await expect(a.write(chunk)).rejects.toThrow('the writable side is closed')
})

test('a reader that stops applies backpressure to the writer', async () => {
  const [a, b] = pair()
  let written = 0
  const writing = (async () => {
    for (;; written++) {
      await a.write(new Uint8Array(MIB))
    }
  })()
  writing.catch(() => {})
  const chunks = b.chunks()
  await chunks.next()
  await new Promise((resolve) => {
    setTimeout(resolve, 50)
  })
  expect(written).toBeLessThan(8)
  await chunks.return(undefined)
  await expect(writing).rejects.toThrow('stopped reading')
})

test('an abort ends both directions, with its reason', async () => {
  const [a, b] = pair()
  const read = bytesOf(b)
  read.catch(() => {})
  const written = a.write(new Uint8Array(1))
  await written
  a.abort(new Error('not any more'))
  await expect(read).rejects.toThrow('not any more')
  await expect(bytesOf(a)).rejects.toMatchObject({ name: 'PortClosedError' })
  await expect(a.write(new Uint8Array(1))).rejects.toThrow('not any more')
  await expect(b.write(new Uint8Array(1))).rejects.toThrow()
})
