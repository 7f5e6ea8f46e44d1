import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger, Plugin } from 'vite'
import { fileHash, listFiles } from './built-files.ts'
import { headersFile } from './headers-file.ts'
import { precacheList } from './precache-list.ts'
import { settingsLine } from './settings-line.ts'
import type { KeptFile } from './settings-line.ts'
import { SCRIPTS } from './write-worker.ts'

const MAP_LINE = /\n\/\/# sourceMappingURL=\S*\s*$/
const DEFAULT_MAX_FILE_SIZE = 2 * 1024 ** 2
/** Placeholder in the HTML until the version of the build is known. */
const VERSION_PLACEHOLDER = '__SWIPFS_APP_VERSION__'

export interface SwipfsPluginOptions {
  /**
   * Whether to precache the files of the build, so that the app works offline. Default: true. A function gets the path
   * of each file, such as `/assets/a.js`, and returns whether to precache it.
   */
  precache?: boolean | ((path: string) => boolean)
  /** Size limit of precached files, in bytes; default: 2 MiB. The build output lists the files that exceed it. */
  maximumFileSize?: number
  /**
   * The precached page that serves routes of a single-page app offline; false for none. Default: `index.html`, if
   * Vite's `appType` is `spa`.
   */
  navigateFallback?: string | false
  /** Routes (path and query) that the fallback page may serve; default: all. */
  navigateFallbackAllowlist?: readonly RegExp[]
  /** Routes (path and query) that the fallback page never serves. */
  navigateFallbackDenylist?: readonly RegExp[]
  /**
   * Whether to write `_headers`, which several static hosts read. Default: true. A file of that name in the public
   * folder takes precedence.
   */
  headers?: boolean
  /** folder of the worker's scripts; default: that of the package */
  scripts?: string
}

/**
 * Adds the worker to the app: the development server serves it, and a build writes it next to the app, with the list of
 * files to precache.
 *
 * The page starts it with `register()` of the client. If the app is not at the root, use
 * `register({ script: `${import.meta.env.BASE_URL}sw.js` })`. If its host sends no `Service-Worker-Allowed: /`, add
 * `scope: import.meta.env.BASE_URL`.
 *
 * @example
 * ```ts
 * export default defineConfig({
 *   plugins: [swipfs({ navigateFallback: 'index.html', precache: (path) => !path.startsWith('/films/') })]
 * })
 * ```
 */
export function swipfs (
  {
    precache = true,
    maximumFileSize = DEFAULT_MAX_FILE_SIZE,
    navigateFallback,
    navigateFallbackAllowlist,
    navigateFallbackDenylist,
    headers = true,
    scripts = fileURLToPath(new URL('./sw/', import.meta.url))
  }: SwipfsPluginOptions = {}
): Plugin {
  const read = async (name: string): Promise<string> => await readFile(path.join(scripts, name), 'utf8')
  let base = '/'
  let isRelative = false
  let isSpa = true
  let publicDir = ''
  let maps: boolean | 'inline' | 'hidden' = false
  let logger: Logger | undefined
  let kept: KeptFile[] = []
  let version = ''

  const ownLine = (): string =>
    settingsLine({
      kept,
      version,
      isRelative,
      fallback: fallbackUrl(),
      allowlist: navigateFallbackAllowlist,
      denylist: navigateFallbackDenylist
    })

  /**
   * Returns the path of the fallback page.
   *
   * @throws Error if the app names a page that is not precached
   */
  function fallbackUrl (): string | undefined {
    if (navigateFallback === false || (navigateFallback == null && !isSpa)) {
      return undefined
    }

    const wanted = navigateFallback ?? 'index.html'
    const inBase = wanted.startsWith(base) ? wanted.slice(base.length) : wanted.replace(/^\.?\//, '')
    const file = kept.find(({ name, url }) => url === wanted || name === inBase || name === `${inBase}index.html`)

    if (file == null && navigateFallback != null && precache !== false) {
      throw new Error(`swipfs: navigateFallback ${navigateFallback} is not among the files that are kept`)
    }

    return file?.url
  }

  return {
    name: 'swipfs',
    // After the plugins that create the HTML.
    enforce: 'post',

    configResolved (config) {
      // `./` is the location of the worker, which only it knows. Of a URL only the path counts, as in Vite's own
      // server.
      isRelative = config.base === '' || config.base.startsWith('.')
      base = isRelative ? '/' : new URL(config.base, 'http://server').pathname
      isSpa = config.appType === 'spa'
      publicDir = config.publicDir
      maps = config.build.sourcemap
      logger = config.logger
    },

    configureServer (server) {
      server.middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://server')
        const name = [...SCRIPTS, ...SCRIPTS.map((script) => `${script}.map`)].find((script) =>
          pathname === base + script
        )

        if (name == null || (name.endsWith('.map') && !existsSync(path.join(scripts, name)))) {
          next()
          return
        }

        read(name).then((text) => {
          response.setHeader(
            'Content-Type',
            name.endsWith('.map') ? 'application/json' : 'text/javascript; charset=utf-8'
          )
          response.setHeader('Cache-Control', 'no-cache')
          response.setHeader('Service-Worker-Allowed', '/')
          response.end(text)
        }, next)
      })
    },

    transformIndexHtml: {
      order: 'post',

      // The version by which the worker recognizes a page of this build, even if the host modifies pages.
      handler (_html, { server }) {
        return server != null || precache === false
          ? []
          : [{ tag: 'meta', attrs: { name: 'swipfs-version', content: VERSION_PLACEHOLDER }, injectTo: 'head' }]
      }
    },

    async generateBundle (_options, bundle) {
      const publicFiles = await listFiles(publicDir)
      const built = Object.values(bundle).sort((a, b) => a.fileName < b.fileName ? -1 : 1)
      const hash = createHash('sha256')

      for (const file of built) {
        hash.update(file.fileName).update('\0').update(file.type === 'asset' ? file.source : file.code)
      }

      const bytes = new Map<string, string | Uint8Array>()

      for (const name of publicFiles) {
        bytes.set(name, await readFile(path.join(publicDir, name)))
        hash.update(name).update('\0').update(bytes.get(name)!)
      }

      version = hash.digest('hex').slice(0, 16)
      const marked = new Set<string>()

      for (const file of built) {
        if (
          file.type === 'asset' && file.fileName.endsWith('.html') && textOf(file.source).includes(VERSION_PLACEHOLDER)
        ) {
          file.source = textOf(file.source).replaceAll(VERSION_PLACEHOLDER, version)
          marked.add(file.fileName)
        }

        bytes.set(file.fileName, file.type === 'asset' ? file.source : file.code)
      }

      const wanted = precacheList([...bytes.keys()], base, SCRIPTS).filter(({ url }) =>
        typeof precache === 'function' ? precache(url) : precache
      )
      const isTooLarge = ({ name }: { name: string }): boolean => Buffer.byteLength(bytes.get(name)!) > maximumFileSize
      kept = wanted.filter((file) => !isTooLarge(file)).map(({ name, url }) => ({
        name,
        url,
        hash: fileHash(bytes.get(name)!),
        ...(marked.has(name) ? { marked: true } : {})
      }))
      const tooLarge = wanted.filter(isTooLarge)

      if (tooLarge.length > 0) {
        logger?.warn(
          `swipfs: not kept for use without a network, since larger than ${
            inMiB(maximumFileSize)
          } (option maximumFileSize):\n${
            tooLarge.map(({ name, url }) => `  ${url}  ${inMiB(Buffer.byteLength(bytes.get(name)!))}`).join('\n')
          }`
        )
      }

      for (const [name, before] of [['sw.js', ownLine()], ['swarm.js', '']]) {
        const file = path.join(scripts, `${name}.map`)
        const map = maps !== false && existsSync(file)
          ? JSON.parse(await readFile(file, 'utf8')) as { mappings: string }
          : undefined
        const code = before + await read(name)
        this.emitFile({
          type: 'asset',
          fileName: name,
          source: map == null || maps === 'hidden' ? code.replace(MAP_LINE, '\n') : code
        })
        // A line before the others is a semicolon before their mappings.
        if (map != null) {
          this.emitFile({
            type: 'asset',
            fileName: `${name}.map`,
            source: JSON.stringify({ ...map, mappings: (before === '' ? '' : ';') + map.mappings })
          })
        }
      }

      if (headers && !publicFiles.includes('_headers')) {
        this.emitFile({ type: 'asset', fileName: '_headers', source: headersFile(base, SCRIPTS) })
      }
    },

    writeBundle: {
      order: 'post',
      sequential: true,

      // Later plugins may have changed the files: hash those on disk, which are served.
      async handler ({ dir }) {
        const before = ownLine()

        for (const file of kept) {
          const bytes = dir == null ? undefined : await readFile(path.join(dir, file.name)).catch(() => undefined)
          if (bytes != null) {
            file.hash = fileHash(bytes)
          }
        }

        if (dir != null && ownLine() !== before) {
          const script = path.join(dir, 'sw.js')
          await writeFile(script, (await readFile(script, 'utf8')).replace(before, () => ownLine()))
        }
      }
    }
  }
}

function textOf (source: string | Uint8Array): string {
  return typeof source === 'string' ? source : new TextDecoder().decode(source)
}

function inMiB (bytes: number): string {
  return `${Number((bytes / 1024 ** 2).toFixed(1))} MiB`
}
