import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { runInNewContext } from 'node:vm'
import { TraceMap, originalPositionFor } from '@jridgewell/trace-mapping'
import type { EncodedSourceMap } from '@jridgewell/trace-mapping'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { swipfs } from './swipfs.ts'

const BUNDLE = { 'index.html': { type: 'asset', fileName: 'index.html', source: '<p>' }, 'assets/a.js': { type: 'chunk', fileName: 'assets/a.js', code: 'a()' } }

let scripts: string

beforeAll(async () => {
  scripts = await mkdtemp(path.join(os.tmpdir(), 'swipfs-plugin-'))
  await writeFile(path.join(scripts, 'sw.js'), 'run()\n//# sourceMappingURL=sw.js.map\n')
  await writeFile(path.join(scripts, 'sw.js.map'), JSON.stringify({ version: 3, sources: ['../../sw/library/sw.ts'], sourcesContent: ['run()'], names: [], mappings: 'AAAA' }))
  await writeFile(path.join(scripts, 'swarm.js'), 'more()\n')
})

afterAll(async () => { await rm(scripts, { recursive: true }) })

/** What a build with these settings writes of the worker. */
async function built (base: string, sourcemap: boolean | 'hidden' = false): Promise<Map<string, string>> {
  const emitted = new Map<string, string>()
  const plugin = swipfs({ scripts }) as unknown as { configResolved: (config: object) => void, generateBundle: (this: object, options: object, bundle: object) => Promise<void> }
  plugin.configResolved({ base, publicDir: '', build: { sourcemap } })
  await plugin.generateBundle.call({ emitFile: ({ fileName, source }: { fileName: string, source: string }) => { emitted.set(fileName, source) } }, {}, BUNDLE)
  return emitted
}

/** What the worker is told when it lies there. */
function told (script: string, href: string): { precache: string[], version: string } {
  const self = {} as { swipfs: { precache: string[], version: string } }
  runInNewContext(script, { self, URL, location: { href }, run () {} })
  return JSON.parse(JSON.stringify(self.swipfs)) as typeof self.swipfs
}

it.each([
  ['/', 'https://a.test/sw.js', ['/', '/assets/a.js']],
  ['/app/', 'https://a.test/app/sw.js', ['/app/', '/app/assets/a.js']],
  ['https://a.test/app/', 'https://a.test/app/sw.js', ['/app/', '/app/assets/a.js']],
  ['./', 'https://a.test/deep/er/sw.js?swarm=on', ['/deep/er/', '/deep/er/assets/a.js']],
  ['', 'https://a.test/sw.js', ['/', '/assets/a.js']]
])('keeps the files of a site at %j by the paths that they have there', async (base, href, paths) => {
  const script = (await built(base)).get('sw.js')!
  expect(told(script, href)).toEqual({ precache: paths, version: expect.stringMatching(/^[0-9a-f]{16}$/) as string })
})

it('writes the source maps of the worker where the app has its own, true to the line', async () => {
  const [without, all, hidden] = await Promise.all([built('/'), built('/', true), built('/', 'hidden')])
  expect([...without.keys()]).toEqual(['sw.js', 'swarm.js', '_headers'])
  expect(without.get('sw.js')).not.toContain('sourceMappingURL')
  expect(hidden.get('sw.js')).not.toContain('sourceMappingURL')
  expect(hidden.get('sw.js.map')).toBe(all.get('sw.js.map'))

  const lines = all.get('sw.js')!.split('\n')
  expect(lines[2]).toBe('//# sourceMappingURL=sw.js.map')
  const map = new TraceMap(JSON.parse(all.get('sw.js.map')!) as EncodedSourceMap)
  expect(originalPositionFor(map, { line: lines.indexOf('run()') + 1, column: 0 })).toMatchObject({ source: '../../sw/library/sw.ts', line: 1 })
})
