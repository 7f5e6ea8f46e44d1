import { describe, expect, it } from 'vitest'
import { xorshift } from '../../../testing/replay/golden-body.ts'
import { parseChunker } from '../chunker/parse-chunker.ts'
import type { FileLink } from '../layout/file-nodes.ts'
import { BlockPipeline } from '../pipeline/block-pipeline.ts'
import { CidBuilder } from '../pipeline/cid-builder.ts'
import { importFile } from './import-file.ts'
import type { FileOptions } from './import-file.ts'

interface Laid {
  layout: 'balanced' | 'trickle'
  maxLinks: number
  chunker?: string
  version?: 0 | 1
  mtime?: bigint
}

// Kubo 0.40.0's responses to `add?only-hash=true` for xorshift32 bytes of this seed and length.
const CUT: Array<[chunker: string, seed: number, length: number, cid: string, tsize: number]> = [
  ['buzhash', 131074, 131071, 'bafkreicagzjzribtqlestmwmtuoimo6wvmqpcdeynlgbetpvplxw3rzhwi', 131071],
  ['buzhash', 131075, 131072, 'bafkreictcpepxzth2tvmdq6rsxyyr2hb7fo2ez5rldk4oqyvpsbrla4eua', 131072],
  ['buzhash', 131076, 131073, 'bafkreiestkvhhi4nj2nemwcdd76qsjswyti2vucjraefpt5ctylk7fzbeq', 131073],
  ['buzhash', 300003, 300000, 'bafkreice2ut5eoatx7gfu2cvlbiui6wkduoa7uzkkx57snznomtl7f3cdu', 300000],
  ['buzhash', 524291, 524288, 'bafybeibm64k5a3s3luv6vato7zjpkhb4s46vngqefeojt675ea3cxlocvy', 524444],
  ['buzhash', 524292, 524289, 'bafybeibiwq4pkca5bjtlytqtfppm2odravdjyqoc5x4pt4do6chlo53rna', 524397],
  ['buzhash', 1500003, 1500000, 'bafybeiamkcc3wttd7eiuy3ag7ys2svkldtp5pzcm7kxuakj7fz4vye7npm', 1500258],
  ['buzhash', 3000003, 3000000, 'bafybeibfarqi55pomiuaxkatlck5wlaqvnyzl74mmap76qnhlthiz7477u', 3000609],
  ['rabin', 131075, 131072, 'bafybeihopkcchonneaaek745iajcqafq6kl52rsahgjbiput3vq4hhlw2u', 131180],
  ['rabin', 300003, 300000, 'bafkreice2ut5eoatx7gfu2cvlbiui6wkduoa7uzkkx57snznomtl7f3cdu', 300000],
  ['rabin', 524292, 524289, 'bafybeiezoozcexgeheb7fmuuvwhvh2biwy4c7257cou3gvnkxnser3fgei', 524447],
  ['rabin', 3000003, 3000000, 'bafybeia2ybwdlclkgq7wrkz5rbdiu2awwzxhwtuudwrmq326psfs62j4uq', 3000559],
  ['rabin-1000', 1500003, 1500000, 'bafybeicogc4ixlpi57gvz7thffqcworn37cjwtxovhwdxtavatpbufxuti', 1590943],
  ['rabin-16-64-128', 131076, 131073, 'bafybeicvcyvdyffl3akne63vdgai5ptgcbtlpdmfvebrexk4jpnk7wirku', 221801],
  ['rabin-50-64-70', 300003, 300000, 'bafybeihwawsttcrns5mhh7hped6zhnienshdtq4lzhvda5d4cmb2ewuok4', 507799],
  ['rabin-100-200-3000', 524291, 524288, 'bafybeide7bf2i2ckerqhztg3tzwyybcfcsdrvucyfzbukksy7st6yvdhsq', 635011],
  ['rabin-20000-40000-100000', 3000003, 3000000, 'bafybeicyyckmpgdvby4s6zkwxhpoygdobbnxf6dpke7dmdigxsiepdhomi', 3003210]
]

const LAID_OUT: Array<[options: Laid, length: number, cid: string, tsize: number]> = [
  [{ layout: 'balanced', maxLinks: 2 }, 0, 'QmbFMke1KXqnYyBBWxB74N4c5SBnJMVAiMNRcGu6x1AwQH', 6],
  [{ layout: 'balanced', maxLinks: 2 }, 1, 'QmZuYYdPj1hTpif7EA2WMtyDCRPaCSLtMbotLZXmZQp4Sr', 9],
  [{ layout: 'balanced', maxLinks: 2 }, 2, 'QmcPLFsGMGPKr82unb9ZHp9nW3mc8b1tAxJjtCxNhZFSkP', 112],
  [{ layout: 'balanced', maxLinks: 2 }, 3, 'QmaQFb9rGkmWt4oyMGrXp3cRWgviFmFueREJmKbGFAYmXm', 265],
  [{ layout: 'balanced', maxLinks: 2 }, 4, 'QmcXssPZYifk9G9hTBZxS9FJbSi7ScE4V7ikmw2338tDsv', 318],
  [{ layout: 'balanced', maxLinks: 2 }, 5, 'Qme1v4S1463ZvKhHWAvevusWTKEgVXbXqYAQ81z9Ro1DPW', 522],
  [{ layout: 'balanced', maxLinks: 2 }, 8, 'QmQuGHZjvtcAyNmyz4ZtAtVLPKKnwsWHTsXGTkKUBXepQa', 732],
  [{ layout: 'balanced', maxLinks: 2 }, 9, 'QmaRP8WXWgT17CFB9YMYrsKaPKbZCXJykKg6bhgLrQsppq', 987],
  [{ layout: 'balanced', maxLinks: 2 }, 17, 'QmUbRmJufbKDzbBsHcCRf9MLTWpYoCELspLgW8p8qW7gab', 1866],
  [{ layout: 'balanced', maxLinks: 2 }, 31, 'QmXQfoewHgEt7nUok3gzyPKBxiXAsaD3asHgrrFiVZ4red', 3163],
  [
    { layout: 'balanced', maxLinks: 3, version: 1 },
    3,
    'bafybeigspziqhhokhexfckr4t6w5anuljcssoggtjehq2xzlhe2y6ip5qm',
    147
  ],
  [
    { layout: 'balanced', maxLinks: 3, version: 1 },
    4,
    'bafybeif3g4wz6siotrgurbx5lyi5uyf45gffrp5osv7jgj5oi2cdne6rxm',
    299
  ],
  [
    { layout: 'balanced', maxLinks: 3, version: 1 },
    9,
    'bafybeibyutqwfve6zfh2ityhoo6xqgh3xsg6aboxt63vlxuc4gmf7a2hee',
    588
  ],
  [
    { layout: 'balanced', maxLinks: 3, version: 1 },
    10,
    'bafybeifzrbq343l3tyyy4mf25h7irj2oa3pyomu3jf7wtrwelq2vqa7alq',
    792
  ],
  [
    { layout: 'balanced', maxLinks: 3, version: 1 },
    27,
    'bafybeiggi5pr7h5xd5awjyp2mhki4pcmgvhlammjm67dmstq6b4kdf4bny',
    1911
  ],
  [
    { layout: 'balanced', maxLinks: 3, version: 1 },
    28,
    'bafybeiebtuugemy5xhrspmms3p24uhk3pyuuwf4q3rtgjpjn4niqboxf7e',
    2168
  ],
  [{ layout: 'trickle', maxLinks: 3 }, 0, 'QmbFMke1KXqnYyBBWxB74N4c5SBnJMVAiMNRcGu6x1AwQH', 6],
  [{ layout: 'trickle', maxLinks: 3 }, 1, 'QmRfYE9HyrqVXgqgnCj85RAN6VeHZWUnkEKDAzH3E2jghM', 59],
  [{ layout: 'trickle', maxLinks: 3 }, 3, 'Qmc5a69rexqk6ye8C6TAvTqt2x3b1MemrSuUtVVTaVYYmG', 165],
  [{ layout: 'trickle', maxLinks: 3 }, 4, 'QmUaQpnZW7JtaDqkwidDNmmDEisUEWMQ2F4KzP33x4hm3c', 268],
  [{ layout: 'trickle', maxLinks: 3 }, 15, 'QmSkNEdKPUmRuBZc9QuqGvyHXsXj25dj7KhXTXiXgauzPa', 1005],
  [{ layout: 'trickle', maxLinks: 3 }, 16, 'QmcZ7yyRmg3bUqpEsi9PvsydTuEQNnwDE95g7FkESR8imB', 1108],
  [{ layout: 'trickle', maxLinks: 3 }, 39, 'QmRDCUmPT8czFBdabxbrRCEVBdPoKbZUZWuTpCtbYhJXK2', 2685],
  [{ layout: 'trickle', maxLinks: 1 }, 1, 'QmRfYE9HyrqVXgqgnCj85RAN6VeHZWUnkEKDAzH3E2jghM', 59],
  [{ layout: 'trickle', maxLinks: 1 }, 2, 'Qme28cSXFuvMyri4E3Eh1QfBvWdEWo8qZHqGyLThVNjkrt', 162],
  [{ layout: 'trickle', maxLinks: 1 }, 20, 'Qmf3TwsDhjLwPv9x2TvEdFGVGn4LssSLG2V7LXDJn71Mxm', 2019],
  [{ layout: 'trickle', maxLinks: 1 }, 39, 'QmPHjcXun3xgVCy9BSZDPm73WaEwLU4D4R9S4Y7qkEdh5N', 3980],
  [
    { layout: 'trickle', maxLinks: 2, chunker: 'size-2', mtime: 7n },
    0,
    'Qmb6yKSL9sBNGEcNaXMpdUigcDufCiX9h4XC4q5Jp8RdTd',
    10
  ],
  [
    { layout: 'trickle', maxLinks: 2, chunker: 'size-2', mtime: 7n },
    1,
    'QmWudG1FL9cf7AdQd3EtUFC432YdwgJco3SWJQJMdWeAU7',
    63
  ],
  [
    { layout: 'trickle', maxLinks: 2, chunker: 'size-2', mtime: 7n },
    9,
    'QmbkemTcLjKZz9LWRVWdLQt3qWX6t7RCVNkdwruaEcMjVf',
    379
  ],
  [
    { layout: 'trickle', maxLinks: 2, chunker: 'size-2', mtime: 7n },
    39,
    'QmPoHVLNWzY8QaQ7w3yfQAKcPnGtsPZNNR9Exnqid31bff',
    1540
  ],
  [{ layout: 'trickle', maxLinks: 4 }, 300, 'Qmd1nzue8KjenYpu36rVkEhFPM5XmXY16p6nGWBAgjRFVW', 19681],
  [{ layout: 'trickle', maxLinks: 4 }, 1000, 'QmPRHfDcGCMzn75gRCd2eTPWD3mct8tozN87qzPVKsG9WN', 65709]
]

async function importContent (
  content: AsyncIterable<Uint8Array>,
  version: 0 | 1,
  options: Partial<FileOptions>
): Promise<FileLink> {
  const pipeline = new BlockPipeline(() => {}, new CidBuilder({ version, hash: 0x12 }))
  const { root } = await importFile(content, pipeline, {
    chunker: parseChunker(''),
    layout: 'balanced',
    maxLinks: 174,
    rawLeaves: version === 1,
    ...options
  })
  const link = await root
  await pipeline.drain()
  return link
}

/** Yields the bytes in parts of increasing odd sizes, so that chunk boundaries are anywhere in them. */
async function* yieldPieces (bytes: Uint8Array, first = 1): AsyncGenerator<Uint8Array> {
  for (let at = 0, size = first; at < bytes.length; at += size, size = size * 3 + 1) {
    yield bytes.slice(at, at + size)
  }
}

describe('importFile', () => {
  it.each(CUT)('cuts with %s, seed %i, %i bytes like Kubo', async (chunker, seed, length, cid, tsize) => {
    const link = await importContent(yieldPieces(xorshift(seed, length)), 1, { chunker: parseChunker(chunker) })
    expect({ ...link, cid: link.cid.toString() }).toMatchObject({ cid, tsize, fileSize: length })
  })

  it.each(LAID_OUT)(
    'lays out with %o, %i bytes like Kubo',
    async ({ chunker = 'size-1', version = 0, mtime, ...options }, length, cid, tsize) => {
      const stat = mtime == null ? undefined : { mode: 0, mtime: { secs: mtime, nsecs: 0 } }
      const link = await importContent(yieldPieces(xorshift(5, length)), version, {
        chunker: parseChunker(chunker),
        stat,
        ...options
      })
      expect({ ...link, cid: link.cid.toString() }).toMatchObject({ cid, tsize, fileSize: length })
    }
  )

  it.each([[0, false], [10, false], [11, true]])(
    'knows whether %i bytes need more than one block',
    async (length, hasLinks) => {
      for (const version of [0, 1] as const) {
        expect(await importContent(yieldPieces(xorshift(3, length)), version, { chunker: parseChunker('size-10') }))
          .toMatchObject({
            hasLinks
          })
      }
    }
  )

  it('uses the default number of links for 0', async () => {
    const bytes = xorshift(9, 1000)
    const chunker = parseChunker('size-2')
    const [given, byDefault] = await Promise.all(
      [174, 0].map((maxLinks) => importContent(yieldPieces(bytes), 1, { chunker, maxLinks }))
    )
    expect(byDefault.cid.toString()).toBe(given.cid.toString())
  })

  it('rejects a chunk above 2 MiB before it has read it completely', async () => {
    let read = 0

    async function* endless (): AsyncGenerator<Uint8Array> {
      for (;;) {
        read++
        yield new Uint8Array(1024 * 1024)
      }
    }

    // below an average of 48 Kubo's rabin never cuts
    await expect(importContent(endless(), 1, { chunker: parseChunker('rabin-47') })).rejects.toThrow(
      expect.objectContaining({ name: 'SizeLimitError', message: 'object size limit exceeded' })
    )
    expect(read).toBe(3)
  })

  it('rejects a tree with one link per node, which would be endless', async () => {
    await expect(importContent(yieldPieces(new Uint8Array(3)), 1, { chunker: parseChunker('size-1'), maxLinks: 1 }))
      .rejects.toThrow(
        'max-file-links'
      )
    expect((await importContent(yieldPieces(new Uint8Array(3)), 1, { maxLinks: 1 })).fileSize).toBe(3)
  })

  it('reports read bytes', async () => {
    const reads: number[] = []
    await importContent(yieldPieces(new Uint8Array(20), 3), 1, { onRead: (bytes) => reads.push(bytes) })
    expect(reads).toEqual([3, 10, 7])
  })

  // from Kubo 0.40.0: the number of `add?progress=true` lines with the size of the file, except the first
  it.each([[0, 1], [1000, 1], [2000, 1], [3000, 2], [4000, 1], [5000, 3], [6000, 2], [8000, 1], [9000, 4], [9001, 0]])(
    'computes how often Kubo reads at the end of %i bytes in chunks of 1000',
    async (length, looks) => {
      const pipeline = new BlockPipeline(() => {}, new CidBuilder({ version: 1, hash: 0x12 }))
      const options = { chunker: parseChunker('size-1000'), rawLeaves: true }
      expect(
        (await importFile(yieldPieces(new Uint8Array(length)), pipeline, {
          ...options,
          layout: 'balanced',
          maxLinks: 2
        }))
          .looks
      ).toBe(looks)
      expect(
        (await importFile(yieldPieces(new Uint8Array(length)), pipeline, {
          ...options,
          layout: 'trickle',
          maxLinks: 174
        }))
          .looks
      ).toBe(looks === 0 ? 0 : 2)
      await pipeline.drain()
    }
  )

  it.each([[174, 3], [2, 4], [3, 5], [51, 4], [128, 2], [256, 1]])(
    'computes how often Kubo reads at the end of 256 chunks in a trickle DAG with %i links per node',
    async (maxLinks, looks) => {
      const pipeline = new BlockPipeline(() => {}, new CidBuilder({ version: 1, hash: 0x12 }))
      expect(
        (await importFile(yieldPieces(new Uint8Array(2560)), pipeline, {
          chunker: parseChunker('size-10'),
          rawLeaves: true,
          layout: 'trickle',
          maxLinks
        })).looks
      ).toBe(looks)
      await pipeline.drain()
    }
  )

  it('passes on an error of the content', async () => {
    async function* broken (): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(10)
      throw new Error('unexpected EOF')
    }

    await expect(importContent(broken(), 1, {})).rejects.toThrow('unexpected EOF')
  })

  it('stops when the signal aborts', async () => {
    const controller = new AbortController()

    async function* aborting (): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(1)
      controller.abort()
      yield new Uint8Array(1)
    }

    await expect(importContent(aborting(), 1, { signal: controller.signal })).rejects.toThrow(
      expect.objectContaining({ name: 'AbortError' })
    )
  })
})
