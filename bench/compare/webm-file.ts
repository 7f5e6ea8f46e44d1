import { open } from 'node:fs/promises'

/** Frames per second of the film, each a key frame. */
const RATE = 25

/** An element of EBML (RFC 8794) with its ID, such as `1a45dfa3`, in hexadecimal. */
function element (id: string, ...content: Uint8Array[]): Buffer {
  const body = Buffer.concat(content)
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(BigInt(body.length) | 1n << 56n)
  return Buffer.concat([Buffer.from(id, 'hex'), size, body])
}

function uint (id: string, value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return element(id, bytes)
}

function float (id: string, value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return element(id, bytes)
}

function text (id: string, value: string): Buffer {
  return element(id, Buffer.from(value))
}

/**
 * Writes a film in WebM (webmproject.org/docs/container): the same key frame of VP8 again and again. Each
 * cluster begins with random bytes, so that no two blocks of the file are equal. An index of every second is at the
 * start, so that a player seeks by one range.
 *
 * @param frame - a key frame of VP8
 * @param bytes - approximate size of the file
 * @returns its duration in seconds
 */
export async function writeWebm (
  file: string,
  { frame, width, height, bytes }: { frame: Uint8Array; width: number; height: number; bytes: number }
): Promise<number> {
  const seconds = Math.max(10, Math.round(bytes / (frame.length * RATE)))

  const header = element(
    '1a45dfa3',
    uint('4286', 1),
    uint('42f7', 1),
    uint('42f2', 4),
    uint('42f3', 8),
    text('4282', 'webm'),
    uint('4287', 2),
    uint('4285', 2)
  )
  const info = element('1549a966', uint('2ad7b1', 1_000_000), float('4489', seconds * 1000), text('4d80', 'bench'))
  const tracks = element(
    '1654ae6b',
    element(
      'ae',
      uint('d7', 1),
      uint('73c5', 1),
      uint('83', 1),
      text('86', 'V_VP8'),
      element('e0', uint('b0', width), uint('ba', height))
    )
  )
  const cluster = (second: number): Buffer =>
    element(
      '1f43b675',
      uint('e7', second * 1000),
      element('ec', crypto.getRandomValues(new Uint8Array(64))),
      ...Array.from({ length: RATE }, (_, i) => {
        const head = Buffer.from([0x81, 0, 0, 0x80])
        head.writeInt16BE(i * 1000 / RATE, 1)
        return element('a3', head, frame)
      })
    )
  const clusterBytes = cluster(0).length
  const cuesOf = (start: number): Buffer =>
    element(
      '1c53bb6b',
      ...Array.from({ length: seconds }, (_, second) =>
        element(
          'bb',
          uint('b3', second * 1000),
          element('b7', uint('f7', 1), uint('f1', start + second * clusterBytes))
        ))
    )
  // Positions count from the start of the segment's content. All numbers have a fixed size.
  const cues = cuesOf(info.length + tracks.length + cuesOf(0).length)
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(BigInt(info.length + tracks.length + cues.length + seconds * clusterBytes) | 1n << 56n)

  const out = await open(file, 'w')

  try {
    await out.write(Buffer.concat([header, Buffer.from('18538067', 'hex'), size, info, tracks, cues]))

    for (let second = 0; second < seconds; second++) {
      await out.write(cluster(second))
    }
  } finally {
    await out.close()
  }

  return seconds
}
