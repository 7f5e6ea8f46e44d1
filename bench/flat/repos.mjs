import { CarWriter } from '@ipld/car'
import * as dagPb from '@ipld/dag-pb'
import { UnixFS } from 'ipfs-unixfs'
import { base32 as CID_BASE32 } from 'multiformats/bases/base32'
import { CID } from 'multiformats/cid'
import { sha256 } from 'multiformats/hashes/sha2'

const RAW = 0x55
const PINS = 150_000
const ENTRIES = 100_000

/**
 * Repos with very many rows of one kind, and the requests to them. `fill.inPage` runs in the page and gets a URL;
 * `fill.data` generates the data below that URL.
 */
export const repos = [
  {
    name: '60,000 small files in one sharded directory',
    fill: { inPage: addFiles, afterRestart: walkPins },
    questions: [
      { name: 'pin/ls?type=all', ask: { method: 'POST', target: '/api/v0/pin/ls?type=all' } },
      { name: 'pin/ls?type=all&stream', ask: { method: 'POST', target: '/api/v0/pin/ls?type=all&stream=true' } },
      { name: 'repo/verify', ask: { method: 'POST', target: '/api/v0/repo/verify' } },
      { name: 'ls', ask: { method: 'POST', target: '/api/v0/ls?arg=$CID' } },
      { name: 'files/ls&long', ask: { method: 'POST', target: '/api/v0/files/ls?long=true&arg=/many' } },
      { name: 'gateway listing', ask: { method: 'GET', target: '/ipfs/$CID/' } },
      { name: 'block/rm of a file below a pin', ask: { method: 'POST', target: '/api/v0/block/rm?arg=$FILE' } }
    ]
  },
  {
    name: '100,000 entries in one flat directory',
    fill: { inPage: importFlat, data: flatDirectory },
    questions: [
      { name: 'ls', ask: { method: 'POST', target: '/api/v0/ls?arg=$CID' } },
      { name: 'ls&stream', ask: { method: 'POST', target: '/api/v0/ls?arg=$CID&stream=true' } },
      { name: 'gateway listing', ask: { method: 'GET', target: '/ipfs/$CID/' } },
      { name: 'pin/ls?type=all', ask: { method: 'POST', target: '/api/v0/pin/ls?type=all' } }
    ]
  },
  {
    name: '150,000 direct pins',
    fill: { inPage: importPins, afterRestart: pinOnce, data: async (part) => await manyBlocks(part, 'direct') },
    questions: [
      { name: 'pin/ls?type=direct', ask: { method: 'POST', target: '/api/v0/pin/ls?type=direct' } },
      { name: 'pin/ls?type=direct&stream', ask: { method: 'POST', target: '/api/v0/pin/ls?type=direct&stream=true' } },
      { name: 'block/rm', ask: { method: 'POST', target: '/api/v0/block/rm?arg=$CID' } },
      { name: 'block/rm again', ask: { method: 'POST', target: '/api/v0/block/rm?force=true&arg=$CID' } }
    ]
  },
  {
    name: '150,000 recursive pins',
    fill: { inPage: importPins, afterRestart: pinOnce, data: async (part) => await manyBlocks(part, 'recursive') },
    questions: [
      { name: 'pin/ls?type=recursive', ask: { method: 'POST', target: '/api/v0/pin/ls?type=recursive' } },
      { name: 'block/rm', ask: { method: 'POST', target: '/api/v0/block/rm?arg=$CID' } },
      { name: 'block/rm again', ask: { method: 'POST', target: '/api/v0/block/rm?force=true&arg=$CID' } }
    ]
  }
]

async function addFiles () {
  const { post, lines } = window.bench
  // Builds the form body by hand. A FormData would need 60,000 Blobs, and their bookkeeping blocks the browser for a
  // minute on a busy machine.
  const parts = Array.from(
    { length: 60_000 },
    (_, i) =>
      `--part\r\nContent-Disposition: form-data; name="file"; filename="${
        encodeURIComponent(`many/file ${i}.txt`)
      }"\r\nContent-Type: application/octet-stream\r\n\r\nthis is file ${i}, one of many\r\n`
  )
  const body = new Blob([...parts, '--part--\r\n'], { type: 'multipart/form-data; boundary=part' })
  const added = await lines(await post('', 'add?cid-version=0&quiet=true', body))
  window.state = { cid: added.at(-1).Hash, file: added[30_000].Hash }
  await (await post('', `files/cp?arg=/ipfs/${window.state.cid}&arg=/many`)).text()
}

/** Waits for the walk below pins, which runs in the background after some seconds of idle time. */
async function walkPins () {
  await new Promise((resolve) => {
    setTimeout(resolve, 30_000)
  })
}

async function importFlat (data) {
  const { post, form, lines } = window.bench
  const car = await (await fetch(`${data}/flat.car`)).blob()
  const [{ Root }] = await lines(await post('', 'dag/import?allow-big-block=true', form([['flat.car', car]])))
  window.state = { cid: Root.Cid['/'] }
}

/** Writes pins directly into the database: by the RPC each pin would be several transactions. */
async function importPins (data) {
  const { post, form, drain } = window.bench
  await drain(
    await post('', 'dag/import?pin-roots=false', form([['pins.car', await (await fetch(`${data}/pins.car`)).blob()]]))
  )
  const rows = await (await fetch(`${data}/rows.json`)).json()
  const { indexedDB: factory } = await navigator.storageBuckets?.open('swipfs') ?? window
  const db = await new Promise((resolve) => {
    factory.open('swipfs-data').onsuccess = ({ target }) => {
      resolve(target.result)
    }
  })

  for (let start = 0; start < rows.length; start += 5000) {
    const tx = db.transaction('swipfs-data', 'readwrite')
    // Deletes saved walks, because the node did not notice these pins.
    tx.objectStore('swipfs-data').delete(IDBKeyRange.bound('/pinned/walk/', '/pinned/walk0'))
    rows.slice(start, start + 5000).forEach(([key, value]) =>
      tx.objectStore('swipfs-data').put(new TextEncoder().encode(value), key)
    )
    await new Promise((resolve) => {
      tx.oncomplete = resolve
    })
  }

  db.close()
  const { Key } = await (await post('', 'block/put', form([['block', new Blob(['kept by nothing'])]]))).json()
  window.state = { cid: Key }
}

/**
 * Adds a first pin, as a repo in use sees one. Legacy rows keep their format until the background migration moves them.
 */
async function pinOnce () {
  const { post, drain } = window.bench
  await drain(await post('', `pin/add?arg=${window.state.cid}`))
  await drain(await post('', `pin/rm?arg=${window.state.cid}`))
}

async function flatDirectory () {
  const blocks = []
  const Links = []

  for (let i = 0; i < ENTRIES; i++) {
    const block = await rawBlock(`this is file ${i}, one of many`)
    blocks.push(block)
    Links.push({ Name: `file ${i}.txt`, Tsize: block.bytes.length, Hash: block.cid })
  }

  Links.sort((a, b) => a.Name < b.Name ? -1 : 1)
  const bytes = dagPb.encode({ Data: new UnixFS({ type: 'directory' }).marshal(), Links })
  const cid = CID.createV1(dagPb.code, await sha256.digest(bytes))
  return await encodeCar([cid], [{ cid, bytes }, ...blocks])
}

async function manyBlocks (part, mode) {
  const blocks = []

  for (let i = 0; i < PINS; i++) {
    blocks.push(mode === 'direct' ? await rawBlock(`pinned ${i}`) : await fileBlock(`pinned ${i}`))
  }

  return part === 'pins.car'
    ? await encodeCar([], blocks)
    : JSON.stringify(blocks.map(({ cid }) => [`/pins/${base32(cid.bytes)}`, JSON.stringify({ mode, name: '' })]))
}

async function rawBlock (text) {
  const bytes = new TextEncoder().encode(text)
  return { cid: CID.createV1(RAW, await sha256.digest(bytes)), bytes }
}

/** Encodes a small file like `add` with CID version 0. */
async function fileBlock (text) {
  const bytes = dagPb.encode({
    Data: new UnixFS({ type: 'file', data: new TextEncoder().encode(text) }).marshal(),
    Links: []
  })
  return { cid: CID.createV0(await sha256.digest(bytes)), bytes }
}

async function encodeCar (roots, blocks) {
  const { writer, out } = CarWriter.create(roots)
  const chunks = []
  const reading = (async () => {
    for await (const chunk of out) {
      chunks.push(chunk)
    }
  })()
  for (const block of blocks) {
    await writer.put(block)
  }
  await writer.close()
  await reading
  return Buffer.concat(chunks)
}

function base32 (bytes) {
  return CID_BASE32.baseEncode(bytes)
}
