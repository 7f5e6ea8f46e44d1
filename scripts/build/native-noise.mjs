import { fileURLToPath } from 'node:url'
import { cutCode, visit } from './cut-code.mjs'

const HANDSHAKE = /\/node_modules\/@libp2p\/noise\/dist\/src\/performHandshake\.js$/
const STREAM = /\/node_modules\/@libp2p\/noise\/dist\/src\/utils\.js$/

const OURS = fileURLToPath(new URL('../../src/libp2p/noise/noise-stream.ts', import.meta.url))

/**
 * Replaces the stream of @libp2p/noise by `NoiseStream`, which uses the browser's native cipher. The original needs a
 * synchronous cipher, which only JavaScript can provide. The handshake then returns the ciphers of both directions
 * instead of encrypt and decrypt functions.
 *
 * @returns {import('vite').Plugin}
 */
export function nativeNoise () {
  return {
    name: 'native-noise',
    enforce: 'post',

    transform (code, id) {
      if (HANDSHAKE.test(id)) {
        return { code: cutCode(code, ciphers(this.parse(code))), map: null }
      }

      if (STREAM.test(id)) {
        return {
          code: `${cutCode(code, streams(this.parse(code)))}\nimport { NoiseStream } from ${JSON.stringify(OURS)}`,
          map: null
        }
      }
    }
  }
}

/**
 * Turns `encrypt: (…) => cs1.encryptWithAd(…)` into `sends: cs1`, and `decrypt: (…) => cs2.decryptWithAd(…)` into
 * `receives: cs2`, for both sides of a handshake.
 */
function ciphers (program) {
  const found = []

  visit(program, ({ type, key, value, start, end }) => {
    const { object, property } = value?.body?.callee ?? {}

    if (type === 'Property' && object?.type === 'Identifier' && property?.name === `${key.name}WithAd`) {
      found.push({ start, end, by: `${key.name === 'encrypt' ? 'sends' : 'receives'}: ${object.name}` })
    }
  })

  if (found.length !== 4) {
    throw new Error('@libp2p/noise ends its handshake in another way now')
  }

  return found
}

/** Turns `new EncryptedMessageStream(connection, handshake, …)` into `new NoiseStream(connection, handshake)`. */
function streams (program) {
  const found = []

  visit(program, ({ type, callee, arguments: given, start, end }) => {
    if (type === 'NewExpression' && callee.name === 'EncryptedMessageStream') {
      found.push({ start, end, by: `new NoiseStream(${given[0].name}, ${given[1].name})` })
    }
  })

  if (found.length !== 1) {
    throw new Error('@libp2p/noise makes its streams in another way now')
  }

  return found
}
