import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Unstable_Config, unstable_readConfig } from 'wrangler'
import { COMPATIBILITY } from '../scripts/serve/edge/engine.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

describe('a deployment', () => {
  let folder = ''
  let settings: Unstable_Config

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'swipfs-edge-deploy-'))
    settings = unstable_readConfig({ config: join(ROOT, 'wrangler.jsonc') })
  })

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true })
  })

  it('has the engine of the tests, and the bindings that the node needs', () => {
    expect({ date: settings.compatibility_date, flags: settings.compatibility_flags }).toEqual(COMPATIBILITY)
    expect(settings.durable_objects.bindings).toEqual([
      { name: 'NODE', class_name: 'NodeObject' },
      { name: 'FETCH', class_name: 'FetchObject' },
      { name: 'METRICS', class_name: 'MetricsObject' },
      { name: 'IMPORT', class_name: 'ImportObject' }
    ])
    expect(settings.ratelimits).toMatchObject([{ name: 'MISSES', simple: { period: 60 } }])
    expect(settings.r2_buckets.map(({ binding }) => binding)).toEqual(['BLOCKS'])
  })

  it('is bundled by wrangler without a warning', async () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [
      join(ROOT, 'node_modules/wrangler/bin/wrangler.js'),
      'deploy',
      '--dry-run',
      '--outdir',
      folder
    ], { cwd: ROOT, encoding: 'utf8', env: { ...process.env, WRANGLER_SEND_METRICS: 'false', CI: '1', NO_COLOR: '1' } })

    expect(stderr.replaceAll(/^npm warn .*\n/gm, '')).toBe('')
    expect(stdout).not.toMatch(/warning|error|▲|✘/i)
    expect(stdout).toContain('--dry-run: exiting now.')
    expect(status).toBe(0)
    expect(await readdir(folder)).toContain('worker.js')
  }, 120_000)
})
