import { expect, it } from 'vitest'
import type { Json } from '../config/values/config.ts'
import recorded from '../testing/replay/recorded-trees.json' with { type: 'json' }
import { TestNode } from '../testing/test-node.ts'

type Recorded = Array<
  { config: Record<string, Json>; steps: Array<[target: string, body: string | null, hash: string, size: number]> }
>

// The steps were chosen at random, so that directories grow into shards and shrink again. The CIDs are those of Kubo
// 0.40.0.
it.each(recorded as unknown as Recorded)(
  'has the same root as Kubo after every change, with $config',
  async ({ config, steps }) => {
    const app = await TestNode.start({ config: { ...config, 'Internal.MFSNoFlushLimit': 0 } })
    await app.rpc('files/mkdir?arg=/t')

    for (const [i, [target, content, hash, size]] of steps.entries()) {
      await app.rpc(target, content == null ? {} : { body: form(content) })
      const { lines } = await app.rpc('files/stat?arg=/t')
      expect([i, target, lines[0]]).toMatchObject([i, target, { Hash: hash, CumulativeSize: size }])
    }
  }
)

function form (content: string): FormData {
  const data = new FormData()
  data.append('data', new Blob([content]), 'data')
  return data
}
