import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Stream } from '@libp2p/interface'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import '../../src/libp2p/promise-with-resolvers.ts'
import { wholeWebRtcFrames } from './whole-webrtc-frames.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FILE = path.join(path.dirname(createRequire(import.meta.url).resolve('@libp2p/webrtc')), 'stream.js')

/** A data channel that is open and keeps what is sent. */
class Channel extends EventTarget {
  readonly readyState = 'open'
  readonly bufferedAmount = 0
  readonly sent: Uint8Array[] = []

  send (bytes: Uint8Array): void {
    this.sent.push(bytes.slice())
  }

  close (): void {}
}

/** The package's stream, as the worker has it where `isWhole`. */
async function streamOver (channel: Channel, isWhole: boolean): Promise<Stream> {
  const { transform } = wholeWebRtcFrames() as unknown as { transform: (this: object, code: string, id: string) => { code: string } }
  const source = readFileSync(FILE, 'utf8')
  const code = isWhole ? transform.call({ parse: (text: string) => parseSync('x.js', text).program }, source, FILE).code : source
  const made = path.join(ROOT, '.cache', `whole-webrtc-frames-${process.pid}-${isWhole}.mjs`)
  mkdirSync(path.dirname(made), { recursive: true })
  writeFileSync(made, code.replace(/\/\/# sourceMappingURL=.*/, '').replace(/from "(\.\/[^"]*)"/g, (_, file: string) => `from "${new URL(file, pathToFileURL(FILE)).href}"`))

  try {
    const { createStream } = await import(made) as { createStream: (options: object) => Stream }
    const log = Object.assign(() => {}, { error () {}, trace () {}, newScope: () => log })
    return createStream({ channel, direction: 'outbound', log })
  } finally {
    rmSync(made)
  }
}

test('a frame goes as one message, and what goes is the same', async () => {
  const [whole, parts] = [new Channel(), new Channel()]

  for (const [channel, isWhole] of [[whole, true], [parts, false]] as const) {
    const stream = await streamOver(channel, isWhole)
    stream.send(new TextEncoder().encode('hello'))
    stream.send(new Uint8Array(40_000).fill(7))
    stream.close().catch(() => {})
  }

  const lengths = (channel: Channel): number[] => channel.sent.map(({ byteLength }) => byteLength)
  expect(lengths(whole)).toEqual([8, 16382, 16382, 7251, 3])
  expect(lengths(parts)).toHaveLength(10)
  expect(Buffer.concat(whole.sent).equals(Buffer.concat(parts.sent))).toBe(true)
})

test('another way of the package to send is told of', () => {
  const { transform } = wholeWebRtcFrames() as unknown as { transform: (this: object, code: string, id: string) => unknown }
  const parse = { parse: (text: string) => parseSync('x.js', text).program }
  expect(transform.call(parse, 'x()', '/x/other.js')).toBeUndefined()
  expect(() => transform.call(parse, 'class A { send () {} }', '/node_modules/@libp2p/webrtc/dist/src/stream.js')).toThrow('in another way now')
})
