import type { Stream } from '@libp2p/interface'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { streamChunks } from '../../src/libp2p/streams/stream-chunks.ts'
import { patientWebTransport } from './patient-webtransport.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FILE = path.join(path.dirname(createRequire(import.meta.url).resolve('@libp2p/webtransport')), 'stream.js')
const CHUNK_BYTES = 64 * 1024
const CHUNKS = 40

type Make = (stream: object, id: string, direction: string, log: object, options: object) => Stream

/** Returns the package's stream as the worker uses it, over a fake browser stream with much data to deliver. */
async function patientStream (
  direction = 'inbound'
): Promise<{ stream: Stream; given: () => number; written: () => string }> {
  const { transform } = patientWebTransport() as unknown as {
    transform: (this: object, code: string, id: string) => { code: string }
  }
  const { code } = transform.call(
    { parse: (text: string) => parseSync('x.js', text).program },
    readFileSync(FILE, 'utf8'),
    FILE
  )
  const made = path.join(ROOT, '.cache', `patient-webtransport-${process.pid}.mjs`)
  mkdirSync(path.dirname(made), { recursive: true })
  writeFileSync(made, code.replace(/\/\/# sourceMappingURL=.*/, ''))

  try {
    const { webtransportBiDiStreamToStream } = await import(made) as { webtransportBiDiStreamToStream: Make }
    const log = Object.assign(() => {}, { error () {}, trace () {}, newScope: () => log })
    let given = 0

    const readable = new ReadableStream({
      pull (controller) {
        if (given === CHUNKS) {
          controller.close()
        } else {
          controller.enqueue(new Uint8Array(CHUNK_BYTES).fill(given++))
        }
      }
    })

    let written = ''
    const writable = new WritableStream({
      write (bytes: Uint8Array) {
        written += new TextDecoder().decode(bytes)
      },
      close () {
        written += ' END'
      }
    })
    return {
      stream: webtransportBiDiStreamToStream({ readable, writable }, '1', direction, log, {}),
      given: () => given,
      written: () => written
    }
  } finally {
    rmSync(made)
  }
}

test('a WebTransport stream with a slow reader pauses, and resumes at the same position', async () => {
  const { stream, given } = await patientStream()
  const numbers: number[] = []
  let ahead = 0

  for await (const chunk of streamChunks(stream)) {
    await new Promise((resolve) => setTimeout(resolve, 1))
    numbers.push(chunk[0])
    ahead = Math.max(ahead, given() - numbers.length)
  }

  expect(numbers).toEqual(Array.from({ length: CHUNKS }, (_, i) => i))
  expect(ahead).toBeLessThan(12)
})

test.each([
  ['outbound', '/ipfs/id/1.0.0\n', ' END'],
  ['outbound', '/ipfs/ping/1.0.0\n', ''],
  // The answering side sends the same protocol name, and more data after it.
  ['inbound', '/ipfs/id/1.0.0\n', '']
])('an %s stream is closed for writing after an identify request only: %j%s', async (direction, words, end) => {
  const { stream, written } = await patientStream(direction)
  stream.send(new TextEncoder().encode(words))
  await expect.poll(written).toBe(words + end)
  await stream.close()
  await expect.poll(written).toBe(`${words} END`)
})

test('throws if the package reads in an unexpected way', () => {
  const { transform } = patientWebTransport() as unknown as {
    transform: (this: object, code: string, id: string) => unknown
  }
  const parse = { parse: (text: string) => parseSync('x.js', text).program }
  expect(transform.call(parse, 'x()', '/x/other.js')).toBeUndefined()
  expect(() => transform.call(parse, 'class A { read () {} }', '/node_modules/@libp2p/webtransport/dist/src/stream.js'))
    .toThrow('in another way now')
})
