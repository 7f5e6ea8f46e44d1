import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { headersFile } from './headers-file.ts'
import { precacheList } from './precache-list.ts'

/** What is served, in the folder of the package. */
const SCRIPTS = ['sw.js', 'swarm.js']

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
 * Page and worker meet by `register()` of the client: `register({ script: `${import.meta.env.BASE_URL}sw.js` })` where the app does not lie at the root.
 */
export function swipfs ({ precache = true, headers = true, scripts = fileURLToPath(new URL('./sw/', import.meta.url)) }: SwipfsPluginOptions = {}): Plugin {
  const read = async (name: string): Promise<string> => await readFile(path.join(scripts, name), 'utf8')
  let base = '/'
  let publicDir = ''

  return {
    name: 'swipfs',
    // behind what makes the HTML
    enforce: 'post',

    configResolved (config) {
      base = config.base.startsWith('/') ? config.base : '/'
      publicDir = config.publicDir
    },

    configureServer (server) {
      server.middlewares.use((request, response, next) => {
        const name = SCRIPTS.find((script) => new URL(request.url ?? '/', 'http://server').pathname === base + script)

        if (name == null) {
          next()
          return
        }

        read(name).then((text) => {
          response.setHeader('Content-Type', 'text/javascript; charset=utf-8')
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

      const settings = { precache: list, version: hash.digest('hex').slice(0, 16) }
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: `self.swipfs = ${JSON.stringify(settings)}\n${await read('sw.js')}` })
      this.emitFile({ type: 'asset', fileName: 'swarm.js', source: await read('swarm.js') })

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
