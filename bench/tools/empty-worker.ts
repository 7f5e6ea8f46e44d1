import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Name of the column of the floor: what a worker costs that does nothing but answer. */
export const EMPTY_WORKER = 'empty worker'

/**
 * A worker that keeps the file of a form in IndexedDB before it answers, and answers everything else with constant
 * bytes of the size of the answer of a node.
 */
const ANSWERS = `
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url)
  if (/^.(?:api|ipfs)/.test(pathname)) event.respondWith(answer(event.request, pathname))
})

let opening
let count = 0
const open = () => new Promise((resolve, reject) => {
  const request = indexedDB.open('kept', 1)
  request.onupgradeneeded = () => request.result.createObjectStore('values')
  request.onsuccess = () => resolve(request.result)
  request.onerror = () => reject(request.error)
})
const constants = new Map()
const constant = (bytes) => {
  if (!constants.has(bytes)) constants.set(bytes, new Uint8Array(bytes))
  return constants.get(bytes)
}
const CID = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'
const ADDED = JSON.stringify({ Name: 'file', Hash: CID, Key: CID, Size: '4096', Cid: { '/': CID } }) + '\\n'
const LISTED = JSON.stringify({ Objects: [{ Hash: CID, Links: Array.from({ length: 2000 }, (_, i) =>
  ({ Name: String(i), Hash: CID, Size: 16, Type: 2, Target: '' })) }] })

async function answer (request, pathname) {
  const range = /bytes=(\\d+)-(\\d+)/.exec(request.headers.get('range') ?? '')
  if (range != null) return new Response(constant(range[2] - range[1] + 1), { status: 206 })
  if (pathname.startsWith('/ipfs/')) return new Response(constant(pathname.split('/').length > 3 ? 4096 : 32 << 20))
  if (pathname.endsWith('/ls')) return new Response(LISTED)
  if (pathname.endsWith('/block/get')) return new Response(constant(4096))
  if (pathname.endsWith('/dag/get')) return new Response('{"i":1,"id":"0b4f0a3a-1d2b-4e2a-9d7a-3f6f8f1f6a51"}')
  if (request.body == null) return new Response('{}')
  const bytes = new Uint8Array(await request.arrayBuffer())
  const database = await (opening ??= open())
  const transaction = database.transaction('values', 'readwrite', { durability: 'relaxed' })
  transaction.objectStore('values').put(bytes, count++)
  transaction.commit()
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve
    transaction.onabort = () => reject(transaction.error)
  })
  return new Response(ADDED)
}
`

/** The home of sites: its worker passes the files of the newest site through a port that a frame brings. */
const HOME_WORKER = `
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
let files
self.addEventListener('message', ({ data, ports: [port] }) => {
  if (port == null) files = data
  else port.postMessage(files)
})
`

/** The worker of a site: it has the files in memory, and neither verifies nor keeps anything. */
const SITE_WORKER = `
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
let files = new Map()
const TYPES = { html: 'text/html', js: 'text/javascript', png: 'image/png' }
self.addEventListener('message', ({ ports: [home, done] }) => {
  home.onmessage = ({ data }) => {
    files = data
    done.postMessage(0)
  }
})
self.addEventListener('fetch', (event) => {
  const name = new URL(event.request.url).pathname.slice(1) || 'index.html'
  const bytes = files.get(name)
  if (bytes != null) {
    event.respondWith(new Response(bytes, { headers: {
      'Content-Type': TYPES[name.split('.').at(-1)],
      'Cache-Control': 'public, max-age=29030400, immutable'
    } }))
  }
})
`

const FRAME = `<!doctype html><script>
const { port1, port2 } = new MessageChannel()
navigator.serviceWorker.ready.then(({ active }) => {
  active.postMessage(0, [port1])
  parent.postMessage(0, '*', [port2])
})
</script>`

/** Installs the worker, meanwhile connects it through a frame of the home, and loads the address again. */
function bootstrap (home: string): string {
  return `<!doctype html><script>
const installed = navigator.serviceWorker.register('/sw.js').then(({ installing }) => new Promise((resolve) => {
  installing.onstatechange = () => { if (installing.state === 'activated') resolve(installing) }
}))
addEventListener('message', async ({ ports: [home] }) => {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => location.replace(location.href)
  ;(await installed).postMessage(0, [home, port2])
})
document.documentElement.append(Object.assign(document.createElement('iframe'), {
  src: '${home}/frame.html', hidden: true
}))
</script>`
}

/** Servers of workers that do nothing but answer: the floor of what a node in a worker can reach. */
export class EmptyWorkers {
  readonly #server: ReturnType<typeof createServer>

  private constructor (server: ReturnType<typeof createServer>) {
    this.#server = server
  }

  static async start (): Promise<EmptyWorkers> {
    const server = createServer((req, res) => {
      const [label] = (req.headers.host ?? '').split('.')
      const isScript = req.url === '/sw.js'
      const home = `http://home.empty.localhost:${(server.address() as AddressInfo).port}`
      const workers: Record<string, string> = { home: HOME_WORKER, answers: ANSWERS }
      const pages: Record<string, string> = {
        home: req.url === '/frame.html' ? FRAME : page(),
        answers: page()
      }
      res.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html')
      res.setHeader('Cache-Control', 'no-cache')
      res.end(isScript ? workers[label] ?? SITE_WORKER : pages[label] ?? bootstrap(home))
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    return new EmptyWorkers(server)
  }

  /** Address of a page whose worker takes forms and answers reads. */
  get answers (): string {
    return this.#urlOf('answers')
  }

  /** Address of the home of sites. Its page passes a site to its worker: `worker.postMessage(new Map(files))`. */
  get home (): string {
    return this.#urlOf('home')
  }

  /** Returns the address of a site that was not visited yet. */
  site (number: number): string {
    return this.#urlOf(`site${number}`)
  }

  close (): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  #urlOf (label: string): string {
    return `http://${label}.empty.localhost:${(this.#server.address() as AddressInfo).port}/`
  }
}

function page (): string {
  return '<!doctype html><title>empty worker</title><script>navigator.serviceWorker.register("/sw.js")</script>'
}
