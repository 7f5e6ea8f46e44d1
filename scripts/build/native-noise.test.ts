import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fileOf, transformed } from './as-built.ts'
import { nativeNoise } from './native-noise.mjs'

const of = (name: string): { code: string; file: string } => {
  const file = fileOf('@libp2p/noise', name)
  return { code: readFileSync(file, 'utf8'), file }
}

test('the handshake returns the ciphers of both directions, for either end', () => {
  const { code, file } = of('performHandshake.js')
  const made = transformed(nativeNoise(), code, file)!
  expect(Array.from(made.matchAll(/(sends|receives): (cs\d)/g), ([, use, state]) => `${use} ${state}`)).toEqual([
    'sends cs1',
    'receives cs2',
    'sends cs2',
    'receives cs1'
  ])
  expect(made).not.toContain('WithAd')
  expect(made.split('\n').length).toBe(code.split('\n').length)
})

test("creates our streams instead of the package's", () => {
  const { code, file } = of('utils.js')
  const made = transformed(nativeNoise(), code, file)!
  expect(made).toContain('return new NoiseStream(connection, handshake)')
  expect(made).toMatch(/import \{ NoiseStream \} from ".*\/src\/libp2p\/noise\/noise-stream\.ts"$/)
})

test('throws if the package has an unexpected form', () => {
  expect(transformed(nativeNoise(), 'x()', '/x/other.js')).toBeUndefined()
  expect(() =>
    transformed(nativeNoise(), 'export function performHandshakeInitiator () {}', of('performHandshake.js').file)
  ).toThrow('in another way now')
  expect(() => transformed(nativeNoise(), 'export function toMessageStream () {}', of('utils.js').file)).toThrow(
    'in another way now'
  )
})
