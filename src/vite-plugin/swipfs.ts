import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { headersFile } from './headers-file.ts'
import { precacheList } from './precache-list.ts'

/** What is served, in the folder of the package. */
const SCRIPTS = ['sw.js', 'swarm.js']
const MAP_LINE = /\n\/\/# sourceMappingURL=\S*\s*$/

export interface SwipfsPluginOptions {
  /** Keep the files of the build, so that the app opens without a network. True when left out; a function takes some of them. */
  precache?: boolean | ((path: string) => boolean)
  /** Write `_headers`, which several static hosts read. True when left out; a file of that name in the public folder stays as it is. */
  headers?: boolean
  /** where the scripts of the worker lie; those of the package when left out */
  scripts?: string
}

/**
 * Gives the app its worker: in development the server has it, a build writes it beside the app, with a list of the files that it keeps.
 * Page and worker meet by `register()` of the client: `register({ script: `${import.meta.env.BASE_URL}sw.js` })` where the app does not lie at the root,
 * and `scope: import.meta.env.BASE_URL` with it where its host sends no `Service-Worker-Allowed: /`.
 */
export function swipfs ({ precache = true, headers = true, scripts = fileURLToPath(new URL('./sw/', import.meta.url)) }: SwipfsPluginOptions = {}): Plugin {
  const read = async (name: string): Promise<string> => await readFile(path.join(scripts, name), 'utf8')
  let base = '/'
  let isRelative = false
  let publicDir = ''
  let maps: boolean | 'inline' | 'hidden' = false

  return {
    name: 'swipfs',
    // behind what makes the HTML
    enforce: 'post',

    configResolved (config) {
      // `./` is wherever the worker lies, which it knows alone; of a URL the path counts, as in Vite's own server
      isRelative = config.base === '' || config.base.startsWith('.')
      base = isRelative ? '/' : new URL(config.base, 'http://server').pathname
      publicDir = config.publicDir
      maps = config.build.sourcemap
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

    async generateBundle (_options, bundle) {
      const publicFiles = await listFiles(publicDir)
      const built = Object.values(bundle)
      const names = [...new Set([...built.map(({ fileName }) => fileName), ...publicFiles])]
      const list = precacheList(names, base, SCRIPTS).filter((file) => typeof precache === 'function' ? precache(file) : precache)
      const hash = createHash('sha256')

      for (const file of built.sort((a, b) => a.fileName < b.fileName ? -1 : 1)) {
        hash.update(file.fileName).update('\0').update(file.type === 'asset' ? file.source : file.code)
      }

      for (const name of publicFiles) {
        hash.update(name).update('\0').update(await readFile(path.join(publicDir, name)))
      }

      const kept = isRelative ? `${JSON.stringify(list.map((file) => `.${file}`))}.map((file) => new URL(file, location.href).pathname)` : JSON.stringify(list)
      const settings = `self.swipfs = {"precache":${kept},"version":"${hash.digest('hex').slice(0, 16)}"}\n`

      for (const [name, before] of [['sw.js', settings], ['swarm.js', '']]) {
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
    }
  }
}

/** @returns the files below a folder with `/` between their parts, sorted; none where there is no such folder */
async function listFiles (folder: string): Promise<string[]> {
  const entries = folder === '' ? [] : await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')).sort()
}
