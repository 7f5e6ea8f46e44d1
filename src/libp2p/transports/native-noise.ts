import type { ConnectionEncrypter } from '@libp2p/interface'
import { noise } from '@libp2p/noise'
import type { NoiseComponents } from '@libp2p/noise'
import { NoiseStream } from './noise-stream.ts'

/**
 * Creates the connection encrypter of libp2p: the handshake of @libp2p/noise, and `NoiseStream` for the data after it,
 * which uses the native cipher of the platform if there is one. See docs/decisions/0006-noise-with-webcrypto.md.
 */
export function nativeNoise (): (components: NoiseComponents) => ConnectionEncrypter {
  return noise({ createStream: (connection, ciphers) => new NoiseStream(connection, ciphers) })
}
