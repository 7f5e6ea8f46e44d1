import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger, Plugin } from 'vite'
import { headersFile } from './headers-file.ts'
import { precacheList } from './precache-list.ts'

/** The worker's scripts, in the folder of the package. */
const SCRIPTS = ['sw.js', 'swarm.js']
const MAP_LINE = /\n\/\/# sourceMappingURL=\S*\s*$/
const DEFAULT_MAX_FILE_SIZE = 2 * 1024 ** 2
/** Stands in the HTML until the version of the build is known. */
const VERSION_PLACEHOLDER = '__SWIPFS_APP_VERSION__'

export interface SwipfsPluginOptions {
  /**
   * Keep the files of the build, so that the app opens without a network. True when left out. A function gets the path of each file,
   * such as `/assets/a.js`, and returns whether to keep it.
   */
  precache?: boolean | ((path: string) => boolean)
  /** Leave out files that are larger, in bytes; 2 MiB when left out. The build's output names each file that is left out. */
  maximumFileSize?: number
  /**
   * The kept page that opens routes of a single-page app without a network. `index.html` when left out, unless Vite's `appType` is
   * another than `spa`; false for none.
   */
  navigateFallback?: string | false
  /** Routes (path and query) that the fallback page may open; all when left out. */
  navigateFallbackAllowlist?: readonly RegExp[]
  /** Routes (path and query) that the fallback page never opens. */
  navigateFallbackDenylist?: readonly RegExp[]
  /** Write `_headers`, which several static hosts read. True when left out; a file of that name in the public folder stays as it is. */
  headers?: boolean
  /** folder of the worker's scripts; that of the package when left out */
  scripts?: string
}

/** A file that the worker keeps: see `ShellFile` of the worker. */
interface KeptFile {
  name: string
  url: string
  hash: string
  marked?: boolean
}

/**
 * Gives the app its worker: in development the server has it, a build writes it beside the app, with a list of the files that it keeps.
 * Page and worker meet by `register()` of the client: `register({ script: `${import.meta.env.BASE_URL}sw.js` })` where the app does not lie at the root,
 * and `scope: import.meta.env.BASE_URL` with it where its host sends no `Service-Worker-Allowed: /`.
 */
export function swipfs ({ precache = true, maximumFileSize = DEFAULT_MAX_FILE_SIZE, navigateFallback, navigateFallbackAllowlist, navigateFallbackDenylist, headers = true, scripts = fileURLToPath(new URL('./sw/', import.meta.url)) }: SwipfsPluginOptions = {}): Plugin {
  const read = async (name: string): Promise<string> => await readFile(path.join(scripts, name), 'utf8')
  let base = '/'
  let isRelative = false
  let isSpa = true
  let publicDir = ''
  let maps: boolean | 'inline' | 'hidden' = false
  let logger: Logger | undefined
  let kept: KeptFile[] = []
  let version = ''

  /** Returns the line that tells the worker which files to keep. */
  function settingsLine (): string {
    const files = JSON.stringify(kept.map(({ name: _, url, ...file }) => ({ url: isRelative ? `.${url}` : url, ...file })))
    const resolve = (url: string): string => `new URL(${url}, location.href).pathname`
    const fallback = fallbackUrl()

    const settings = {
      precache: isRelative ? `${files}.map((file) => ({ ...file, url: ${resolve('file.url')} }))` : files,
      version: JSON.stringify(version),
      navigateFallback: fallback == null ? undefined : isRelative ? resolve(JSON.stringify(`.${fallback}`)) : JSON.stringify(fallback),
      navigateFallbackAllowlist: fallback == null ? undefined : regExps(navigateFallbackAllowlist),
      navigateFallbackDenylist: fallback == null ? undefined : regExps(navigateFallbackDenylist)
    }

    return `self.swipfs = {${Object.entries(settings).filter(([, value]) => value != null).map(([key, value]) => `"${key}":${value}`).join(',')}}\n`
  }

  /** Returns the path of the fallback page. @throws Error if the app names one that is not kept */
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
    // behind what makes the HTML
    enforce: 'post',

    configResolved (config) {
      // `./` is wherever the worker lies, which it knows alone; of a URL the path counts, as in Vite's own server
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
        const name = [...SCRIPTS, ...SCRIPTS.map((script) => `${script}.map`)].find((script) => pathname === base + script)

        if (name == null || (name.endsWith('.map') && !existsSync(path.join(scripts, name)))) {
          next()
          return
        }

        read(name).then((text) => {
          response.setHeader('Content-Type', name.endsWith('.map') ? 'application/json' : 'text/javascript; charset=utf-8')
          response.setHeader('Cache-Control', 'no-cache')
          response.setHeader('Service-Worker-Allowed', '/')
          response.end(text)
        }, next)
      })
    },

    transformIndexHtml: {
      order: 'post',

      // the worker tells a page of this build by it, also where the host changes pages
      handler (_html, { server }) {
        return server != null || precache === false ? [] : [{ tag: 'meta', attrs: { name: 'swipfs-version', content: VERSION_PLACEHOLDER }, injectTo: 'head' }]
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
        if (file.type === 'asset' && file.fileName.endsWith('.html') && textOf(file.source).includes(VERSION_PLACEHOLDER)) {
          file.source = textOf(file.source).replaceAll(VERSION_PLACEHOLDER, version)
          marked.add(file.fileName)
        }

        bytes.set(file.fileName, file.type === 'asset' ? file.source : file.code)
      }

      const wanted = precacheList([...bytes.keys()], base, SCRIPTS).filter(({ url }) => typeof precache === 'function' ? precache(url) : precache)
      const isTooLarge = ({ name }: { name: string }): boolean => Buffer.byteLength(bytes.get(name)!) > maximumFileSize
      kept = wanted.filter((file) => !isTooLarge(file)).map(({ name, url }) => ({ name, url, hash: fileHash(bytes.get(name)!), ...(marked.has(name) ? { marked: true } : {}) }))
      const tooLarge = wanted.filter(isTooLarge)

      if (tooLarge.length > 0) {
        logger?.warn(`swipfs: not kept for use without a network, since larger than ${inMiB(maximumFileSize)} (option maximumFileSize):\n${tooLarge.map(({ name, url }) => `  ${url}  ${inMiB(Buffer.byteLength(bytes.get(name)!))}`).join('\n')}`)
      }

      for (const [name, before] of [['sw.js', settingsLine()], ['swarm.js', '']]) {
        const file = path.join(scripts, `${name}.map`)
        const map = maps !== false && existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) as { mappings: string } : undefined
        const code = before + await read(name)
        this.emitFile({ type: 'asset', fileName: name, source: map == null || maps === 'hidden' ? code.replace(MAP_LINE, '\n') : code })
        // a line before the others is a semicolon before theirs
        if (map != null) this.emitFile({ type: 'asset', fileName: `${name}.map`, source: JSON.stringify({ ...map, mappings: (before === '' ? '' : ';') + map.mappings }) })
      }

      if (headers && !publicFiles.includes('_headers')) {
        this.emitFile({ type: 'asset', fileName: '_headers', source: headersFile(base, SCRIPTS) })
      }
    },

    writeBundle: {
      order: 'post',
      sequential: true,

      // plugins after this one may have changed the files: those on disk are served
      async handler ({ dir }) {
        const before = settingsLine()

        for (const file of kept) {
          const bytes = dir == null ? undefined : await readFile(path.join(dir, file.name)).catch(() => undefined)
          if (bytes != null) file.hash = fileHash(bytes)
        }

        if (dir != null && settingsLine() !== before) {
          const script = path.join(dir, 'sw.js')
          await writeFile(script, (await readFile(script, 'utf8')).replace(before, () => settingsLine()))
        }
      }
    }
  }
}

/** Hashes a file as the worker does (`shellFileHash`). */
function fileHash (bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest().subarray(0, 15).toString('base64url')
}

function textOf (source: string | Uint8Array): string {
  return typeof source === 'string' ? source : new TextDecoder().decode(source)
}

function regExps (list: readonly RegExp[] | undefined): string | undefined {
  return list == null ? undefined : `[${list.join(',')}]`
}

function inMiB (bytes: number): string {
  return `${Number((bytes / 1024 ** 2).toFixed(1))} MiB`
}

/** @returns the files below a folder with `/` between their parts, sorted; none where there is no such folder */
async function listFiles (folder: string): Promise<string[]> {
  const entries = folder === '' ? [] : await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')).sort()
}
