/**
 * The reads of the comparison. Each row makes new data and is measured three times: once in a running worker, repeated,
 * and once after the worker was stopped. Run in a page, as text: the functions share only `ops`, which `installReadOps`
 * makes for a node with an HTTP interface, and `helia-ops.ts` for Helia.
 */

const KIB = 1024
const MIB = 1024 * KIB

/** Adds `window.httpOps`, which makes the operations for a node. Needs the helpers of `workloads.mjs`. */
export function installReadOps () {
  window.httpOps = ({ rpc, gateway }) => {
    const { post, form, lines, drain, randomBlob } = window.bench
    const target = gateway
    const get = async (path, headers = {}) => await drain(await fetch(target + path, { cache: 'no-store', headers }))

    return {
      addFolder: async (count, bytes) =>
        (await lines(
          await post(
            rpc,
            'add?cid-version=1',
            form(Array.from({ length: count }, (_, i) => [`folder/${i}`, randomBlob(bytes)]))
          )
        )).at(-1).Hash,
      readEntry: async (folder, i) => await get(`/ipfs/${folder}/${i}`),
      list: async (folder) => await drain(await post(rpc, `ls?arg=${folder}`)),
      putBlock: async (bytes) =>
        (await lines(await post(rpc, 'block/put', form([['block', randomBlob(bytes)]]))))[0].Key,
      getBlock: async (cid) => await drain(await post(rpc, `block/get?arg=${cid}`)),
      putNode: async (node) =>
        (await lines(await post(rpc, 'dag/put', form([['node', new Blob([JSON.stringify(node)])]]))))[0].Cid['/'],
      getNode: async (cid) => await drain(await post(rpc, `dag/get?arg=${cid}`)),
      addFile: async (bytes) =>
        (await lines(await post(rpc, 'add?cid-version=1', form([['file', randomBlob(bytes)]])))).at(-1).Hash,
      readFile: async (cid) => await get(`/ipfs/${cid}`),
      readRange: async (cid, start, length) =>
        await get(`/ipfs/${cid}`, { Range: `bytes=${start}-${start + length - 1}` })
    }
  }
}

/**
 * @typedef {object} ReadRow
 * @property {string} name
 * @property {string} unit `ms`, or a count or an amount per second
 * @property {number} units how many of the unit all reads together are
 * @property {number} reads
 * @property {number} bytes size of the data, for `make`
 * @property {Function} make makes the data
 * @property {Function} read does one read
 */

/** @type {ReadRow[]} */
export const readRows = [
  {
    name: 'gateway, 100 files of 4 KiB of one folder',
    unit: 'files/s',
    units: 100,
    reads: 100,
    bytes: 4 * KIB,
    make: async (ops, { reads, bytes }) => await ops.addFolder(reads, bytes),
    read: async (ops, folder, i) => {
      await ops.readEntry(folder, i)
    }
  },
  {
    name: 'block/get of 500 blocks of 4 KiB',
    unit: 'blocks/s',
    units: 500,
    reads: 500,
    bytes: 4 * KIB,
    make: async (ops, { reads, bytes }) => {
      const cids = []
      for (let i = 0; i < reads; i++) {
        cids.push(await ops.putBlock(bytes))
      }
      return cids
    },
    read: async (ops, cids, i) => {
      await ops.getBlock(cids[i])
    }
  },
  {
    name: 'dag/get of 300 nodes',
    unit: 'nodes/s',
    units: 300,
    reads: 300,
    bytes: 0,
    make: async (ops, { reads }) => {
      const cids = []
      for (let i = 0; i < reads; i++) {
        cids.push(await ops.putNode({ i, id: crypto.randomUUID() }))
      }
      return cids
    },
    read: async (ops, cids, i) => {
      await ops.getNode(cids[i])
    }
  },
  {
    name: 'gateway, ranges of 64 KiB at 100 places',
    unit: 'ms',
    units: 100,
    reads: 100,
    bytes: 32 * MIB,
    make: async (ops, { bytes }) => await ops.addFile(bytes),
    read: async (ops, cid, i, { bytes }) => {
      await ops.readRange(cid, (i * 37 % 100) * Math.floor((bytes - 65_536) / 100), 65_536)
    }
  },
  {
    name: 'ls of a directory of 2000',
    unit: 'entries/s',
    units: 2000,
    reads: 1,
    bytes: 16,
    make: async (ops, { units, bytes }) => await ops.addFolder(units, bytes),
    read: async (ops, folder) => {
      await ops.list(folder)
    }
  },
  {
    name: 'gateway, a file of 32 MiB',
    unit: 'MB/s',
    units: 32 * MIB / 1e6,
    reads: 1,
    bytes: 32 * MIB,
    make: async (ops, { bytes }) => await ops.addFile(bytes),
    read: async (ops, cid) => {
      await ops.readFile(cid)
    }
  }
]
