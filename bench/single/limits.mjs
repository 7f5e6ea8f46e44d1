/**
 * Limits of the browser itself on this machine, measured in a service worker that does nothing else: the baseline for
 * the node's figures. `limitsWorker` is that worker's script; `limits` run in a page that it controls.
 */
export const limitsWorker = `
const MIB = 1024 * 1024
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url)
  const limit = LIMITS[pathname.slice(1)]
  if (limit != null) {
    const response = (value) => value instanceof Response ? value : Response.json(value)
    event.respondWith(limit(event.request).then(response))
  }
})

const open = (name = 'limits') => new Promise((resolve, reject) => {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => request.result.createObjectStore('values')
  request.onsuccess = () => resolve(request.result)
  request.onerror = () => reject(request.error)
})

const complete = (transaction) => new Promise((resolve, reject) => {
  transaction.oncomplete = resolve
  transaction.onerror = transaction.onabort = () => reject(transaction.error)
})

let kept
let count = 0

const rate = (bytes, start) => bytes / 1e6 / ((performance.now() - start) / 1000)

const LIMITS = {
  async drain (request) {
    const start = performance.now()
    let bytes = 0
    let reader
    try { reader = request.body.getReader({ mode: 'byob' }) } catch { reader = undefined }
    if (reader != null) {
      let buffer = new ArrayBuffer(MIB)
      for (;;) {
        const { done, value } = await reader.read(new Uint8Array(buffer), { min: MIB })
        bytes += value == null ? 0 : value.byteLength
        if (done) break
        buffer = value.buffer
      }
    } else {
      reader = request.body.getReader()
      for (let r = await reader.read(); !r.done; r = await reader.read()) bytes += r.value.byteLength
    }
    return rate(bytes, start)
  },

  async take (request) {
    return (await request.arrayBuffer()).byteLength
  },

  async keep (request) {
    const bytes = new Uint8Array(await request.arrayBuffer())
    const database = await (kept ??= open('forms'))
    const transaction = database.transaction('values', 'readwrite', { durability: 'relaxed' })
    transaction.objectStore('values').put(bytes, 'form' + count++)
    transaction.commit()
    await complete(transaction)
    return bytes.byteLength
  },

  async hash () {
    const data = crypto.getRandomValues(new Uint8Array(65536))
    const block = new Uint8Array(262144)
    for (let i = 0; i < 4; i++) block.set(data, i * 65536)
    const times = 512
    const start = performance.now()
    for (let i = 0; i < times; i += 8) {
      await Promise.all(Array.from({ length: 8 }, () => crypto.subtle.digest('SHA-256', block)))
    }
    return rate(times * block.length, start)
  },

  async write () {
    const database = await open()
    const value = crypto.getRandomValues(new Uint8Array(65536))
    const start = performance.now()
    for (let i = 0; i < 128; i += 8) {
      const transaction = database.transaction('values', 'readwrite', { durability: 'relaxed' })
      for (let j = i; j < i + 8; j++) {
        const large = new Uint8Array(MIB)
        for (let k = 0; k < 16; k++) large.set(value, k * 65536)
        transaction.objectStore('values').put(large, j)
      }
      await complete(transaction)
    }
    const result = rate(128 * MIB, start)
    database.close()
    return result
  },

  async writeBlobs () {
    const database = await open()
    const piece = crypto.getRandomValues(new Uint8Array(65536))
    const under = []
    const start = performance.now()
    for (let i = 0; i < 16; i++) {
      const large = new Uint8Array(8 * MIB)
      for (let k = 0; k < 128; k++) large.set(piece, k * 65536)
      const transaction = database.transaction('values', 'readwrite', { durability: 'strict' })
      transaction.objectStore('values').put(new Blob([large]), 'blob' + i)
      under.push(complete(transaction))
      if (under.length === 2) await under.shift()
    }
    await Promise.all(under)
    const result = rate(128 * MIB, start)
    const transaction = database.transaction('values', 'readwrite')
    for (let i = 0; i < 16; i++) transaction.objectStore('values').delete('blob' + i)
    await complete(transaction)
    database.close()
    return result
  },

  async read () {
    const database = await open()
    const start = performance.now()
    let bytes = 0
    for (let i = 0; i < 128; i += 8) {
      const transaction = database.transaction('values')
      const requests = Array.from({ length: 8 }, (_, j) => transaction.objectStore('values').get(i + j))
      await complete(transaction)
      bytes += requests.reduce((sum, { result }) => sum + result.byteLength, 0)
    }
    const result = rate(bytes, start)
    database.close()
    return result
  },

  async respond () {
    const chunk = new Uint8Array(MIB)
    let left = 128
    return new Response(new ReadableStream({
      pull (controller) {
        if (left-- > 0) controller.enqueue(chunk.slice())
        else controller.close()
      }
    }, { highWaterMark: 2 }))
  }
}
`

/**
 * Measures the minimal time of a call like `block/put`.
 *
 * @param {string} target
 */
function callsPerSecond (target) {
  return `(async () => {
    const { randomBlob, form, drain, seconds } = window.bench
    const bodies = Array.from({ length: 200 }, () => form([['block', randomBlob(4096)]]))
    return 200 / await seconds(async () => {
      for (const body of bodies) await drain(await fetch('${target}', { method: 'POST', body }))
    })
  })()`
}

/** Rows like those of the workloads. `run` is evaluated in a page that `limitsWorker` controls. */
export const limits = [
  {
    name: 'request body drained by a worker',
    unit: 'MB/s',
    run: async () => {
      const { MIB, randomBlob } = window.bench
      return await (await fetch('/drain', { method: 'POST', body: randomBlob(128 * MIB) })).json()
    }
  },
  { name: 'form of 4 KiB taken by a worker, one by one', unit: 'calls/s', run: callsPerSecond('/take') },
  { name: 'the same, and kept in IndexedDB, not synced', unit: 'calls/s', run: callsPerSecond('/keep') },
  {
    name: 'response streamed out of a worker',
    unit: 'MB/s',
    run: async () => {
      const { drain, seconds } = window.bench
      let bytes = 0
      const took = await seconds(async () => {
        bytes = await drain(await fetch('/respond'))
      })
      return bytes / 1e6 / took
    }
  },
  { name: 'IndexedDB written in values of 1 MiB', unit: 'MB/s', run: async () => await (await fetch('/write')).json() },
  {
    name: 'IndexedDB written in Blobs of 8 MiB, synced',
    unit: 'MB/s',
    run: async () => await (await fetch('/writeBlobs')).json()
  },
  { name: 'IndexedDB read in values of 1 MiB', unit: 'MB/s', run: async () => await (await fetch('/read')).json() },
  {
    name: 'SHA-256 by WebCrypto, blocks of 256 KiB',
    unit: 'MB/s',
    run: async () => await (await fetch('/hash')).json()
  }
]
