import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import type { EncodedSourceMap } from '@jridgewell/trace-mapping'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { runInNewContext } from 'node:vm'
import { build as buildByVite, createLogger } from 'vite'
import type { UserConfig } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { swipfs } from './swipfs.ts'

const BUNDLE = {
  'index.html': { type: 'asset', fileName: 'index.html', source: '<p>' },
  'assets/a.js': { type: 'chunk', fileName: 'assets/a.js', code: 'a()' }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest().subarray(0, 9).toString('base64url')

let scripts: string

beforeAll(async () => {
  scripts = await mkdtemp(path.join(os.tmpdir(), 'swipfs-plugin-'))
  await writeFile(path.join(scripts, 'sw.js'), 'run()\n//# sourceMappingURL=sw.js.map\n')
  await writeFile(
    path.join(scripts, 'sw.js.map'),
    JSON.stringify({
      version: 3,
      sources: ['../../sw/library/sw.ts'],
      sourcesContent: ['run()'],
      names: [],
      mappings: 'AAAA'
    })
  )
  await writeFile(path.join(scripts, 'swarm.js'), 'more()\n')
})

afterAll(async () => {
  await rm(scripts, { recursive: true })
})

/** Returns the files of the worker that a build with these settings writes. */
async function built (base: string, sourcemap: boolean | 'hidden' = false): Promise<Map<string, string>> {
  const emitted = new Map<string, string>()
  const plugin = swipfs({ scripts }) as unknown as {
    configResolved: (config: object) => void
    generateBundle: (this: object, options: object, bundle: object) => Promise<void>
  }
  plugin.configResolved({ base, appType: 'spa', publicDir: '', build: { sourcemap } })
  await plugin.generateBundle.call(
    {
      emitFile: ({ fileName, source }: { fileName: string; source: string }) => {
        emitted.set(fileName, source)
      }
    },
    {},
    BUNDLE
  )
  return emitted
}

interface Settings {
  precache: Array<{ url: string; hash: string; marked?: boolean }>
  version: string
  navigateFallback?: string
  navigateFallbackDenylist?: RegExp[]
}

/** Returns the settings of a worker at this location. */
function workerSettings (script: string, href: string): Settings {
  const self = {} as { swipfs: Settings }
  runInNewContext(script, { self, URL, location: { href }, run () {} })
  return self.swipfs
}

it.each([
  ['/', 'https://a.test/sw.js', ['/', '/assets/a.js']],
  ['/app/', 'https://a.test/app/sw.js', ['/app/', '/app/assets/a.js']],
  ['https://a.test/app/', 'https://a.test/app/sw.js', ['/app/', '/app/assets/a.js']],
  ['./', 'https://a.test/deep/er/sw.js?swarm=on', ['/deep/er/', '/deep/er/assets/a.js']],
  ['', 'https://a.test/sw.js', ['/', '/assets/a.js']]
])('precaches the files of a site at %j by their paths', async (base, href, paths) => {
  const script = (await built(base)).get('sw.js')!
  const settings = workerSettings(script, href)
  expect([...settings.precache].map(({ url }) => url)).toEqual(paths)
  expect(settings.precache[1].hash).toBe(hashOf('a()'))
  expect(settings).toMatchObject({
    navigateFallback: paths[0],
    version: expect.stringMatching(/^[0-9a-f]{16}$/) as string
  })
})

describe('a build', () => {
  let root: string
  const said: string[] = []
  const logger = {
    ...createLogger('silent'),
    warn: (text: string) => {
      said.push(text)
    }
  }

  /**
   * Builds an app with an own page, one in `public/`, and a film.
   *
   * @returns the settings of the worker, and a reader of built files
   */
  async function app (
    options: Parameters<typeof swipfs>[0],
    config: UserConfig = {}
  ): Promise<{ settings: Settings; read: (name: string) => Promise<string> }> {
    said.length = 0
    await buildByVite({
      ...config,
      root,
      configFile: false,
      customLogger: logger,
      plugins: [swipfs({ scripts, ...options }), ...config.plugins ?? []],
      build: { rolldownOptions: { input: ['index.html', 'about.html'].map((name) => path.join(root, name)) } }
    })
    const read = async (name: string): Promise<string> => await readFile(path.join(root, 'dist', name), 'utf8')
    return { settings: workerSettings(await read('sw.js'), 'https://a.test/sw.js'), read }
  }

  beforeAll(async () => {
    root = await mkdtemp(path.join(os.tmpdir(), 'swipfs-app-'))
    await mkdir(path.join(root, 'public'))
    await Promise.all(
      Object.entries({
        'index.html': '<!doctype html><html><head><title>app</title></head><body><script type="module" ' +
          'src="/main.js"></script></body></html>',
        'about.html': '<!doctype html><title>about</title>',
        'main.js': 'document.title = "ready"',
        'public/terms.html': '<p>terms',
        'public/film.mp4': new Uint8Array(2 * 1024 ** 2 + 1),
        'public/song.mp3': new Uint8Array(2 * 1024 ** 2)
      }).map(async ([name, content]) => {
        await writeFile(path.join(root, name), content)
      })
    )
  })

  afterAll(async () => {
    await rm(root, { recursive: true })
  })

  it('lists each file with the hash of its bytes, and marks its own pages with the version', async () => {
    const { settings, read } = await app({})
    expect(settings.precache.map(({ url }) => url.replace(/-[\w-]+\.js/, '.js'))).toEqual([
      '/',
      '/about.html',
      '/assets/index.js',
      '/song.mp3',
      '/terms.html'
    ])
    expect(settings.precache.filter(({ marked }) => marked).map(({ url }) => url)).toEqual(['/', '/about.html'])
    for (const [url, name] of [['/', 'index.html'], ['/about.html', 'about.html'], ['/terms.html', 'terms.html']]) {
      expect(settings.precache.find((file) => file.url === url)?.hash).toBe(hashOf(await read(name)))
    }
    for (const name of ['index.html', 'about.html']) {
      expect(await read(name)).toContain(`<meta name="swipfs-version" content="${settings.version}">`)
    }
    expect(await read('terms.html')).toBe('<p>terms')
    expect((await app({})).settings.version).toBe(settings.version)
  })

  it('leaves out files above 2 MiB, or another limit, and reports them', async () => {
    await app({})
    expect(said.join('\n')).toMatch(/larger than 2 MiB.*\n {2}\/film\.mp4 {2}2 MiB/)
    expect(said.join('\n')).not.toContain('song')
    const { settings } = await app({ maximumFileSize: Infinity, precache: (file) => !file.endsWith('.mp3') })
    expect(settings.precache.map(({ url }) => url)).toContain('/film.mp4')
    expect(settings.precache.map(({ url }) => url)).not.toContain('/song.mp3')
    expect(said).toEqual([])
  })

  it('hashes the files on disk, which a later plugin may change', async () => {
    const later = {
      name: 'later',
      enforce: 'post' as const,
      generateBundle (_: object, bundle: Record<string, { source?: unknown }>) {
        bundle['about.html'].source = `${String(bundle['about.html'].source)}<!-- later -->`
      }
    }
    const { settings, read } = await app({}, { plugins: [later] })
    expect(await read('about.html')).toContain('<!-- later -->')
    expect(settings.precache.find(({ url }) => url === '/about.html')?.hash).toBe(hashOf(await read('about.html')))
  })

  it('serves routes with the configured fallback page, or with none', async () => {
    expect((await app({}, { appType: 'mpa' })).settings.navigateFallback).toBeUndefined()
    expect((await app({ navigateFallback: false })).settings.navigateFallback).toBeUndefined()
    expect((await app({ precache: false })).settings.navigateFallback).toBeUndefined()
    const { settings } = await app({ navigateFallback: '/about.html', navigateFallbackDenylist: [/^\/admin/i] }, {
      appType: 'mpa'
    })
    expect([settings.navigateFallback, String(settings.navigateFallbackDenylist)]).toEqual([
      '/about.html',
      '/^\\/admin/i'
    ])
    await expect(app({ navigateFallback: 'nothing.html' })).rejects.toThrow(
      'navigateFallback nothing.html is not among the files'
    )
  })
})

it('writes the source maps of the worker if the app has its own, with exact lines', async () => {
  const [without, all, hidden] = await Promise.all([built('/'), built('/', true), built('/', 'hidden')])
  expect([...without.keys()]).toEqual(['sw.js', 'swarm.js', '_headers'])
  expect(without.get('sw.js')).not.toContain('sourceMappingURL')
  expect(hidden.get('sw.js')).not.toContain('sourceMappingURL')
  expect(hidden.get('sw.js.map')).toBe(all.get('sw.js.map'))

  const lines = all.get('sw.js')!.split('\n')
  expect(lines[2]).toBe('//# sourceMappingURL=sw.js.map')
  const map = new TraceMap(JSON.parse(all.get('sw.js.map')!) as EncodedSourceMap)
  expect(originalPositionFor(map, { line: lines.indexOf('run()') + 1, column: 0 })).toMatchObject({
    source: '../../sw/library/sw.ts',
    line: 1
  })
})
