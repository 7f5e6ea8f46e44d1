// `npm run bench -- --repo [--blocks N] [--mib N]`: repos in a folder for Node.js, side by side: ours on both engines
// of SQLite, and blockstore-fs with datastore-level if they are installed (`npm install --no-save blockstore-fs
// datastore-level`). See docs/decisions/0013-repo-in-node.md.
import { CID } from 'multiformats/cid'
import * as raw from 'multiformats/codecs/raw'
import { create } from 'multiformats/hashes/digest'
import { createHash, randomFillSync } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { register } from 'tsx/esm/api'

register()
const { openRepo } = await import('../../src/node-adapter/repo/open-repo.ts')

const { values } = parseArgs({
  strict: false,
  options: {
    blocks: { type: 'string', default: '10000' },
    mib: { type: 'string', default: '1024' }
  }
})
const SMALL = Number(values.blocks)
const LARGE = Number(values.mib)
const MIB = 1024 * 1024
const SMALL_BYTES = 1024

/** Returns the CID of a block, and its bytes. The content is random, so that no file system compresses it. */
function randomBlock (size) {
  const bytes = randomFillSync(new Uint8Array(size))
  return { cid: CID.createV1(raw.code, create(0x12, createHash('sha256').update(bytes).digest())), bytes }
}

async function openOurs (folder, wasm) {
  const repo = await openRepo(folder, { wasm })
  const store = await repo.openBlockstore()
  return {
    put: async (block) => {
      await store.put(block.cid, block.bytes)
    },
    putAll: async (blocks) => {
      const session = store.session()
      for (const { cid, bytes } of blocks) {
        await session.put(cid, bytes)
      }
      await session.commit()
    },
    read: async (cid) => await store.bytes(cid),
    close: async () => {
      await store.close()
      await repo.close()
    }
  }
}

async function openFs (folder) {
  const { FsBlockstore } = await import('blockstore-fs')
  const store = new FsBlockstore(path.join(folder, 'blocks'))
  await store.open()
  return {
    put: async ({ cid, bytes }) => {
      await store.put(cid, bytes)
    },
    putAll: async (blocks) => {
      for await (const _ of store.putMany(blocks)) {
        // The package writes many at once, and syncs none of them.
      }
    },
    read: async (cid) => {
      const chunks = []
      for await (const chunk of store.get(cid)) {
        chunks.push(chunk)
      }
      return chunks
    },
    close: async () => {
      await store.close()
    }
  }
}

const SUBJECTS = {
  'ours, node:sqlite': process.getBuiltinModule?.('node:sqlite') == null
    ? undefined
    : async (folder) => await openOurs(folder, false),
  'ours, WebAssembly': async (folder) => await openOurs(folder, true),
  'blockstore-fs': await import('blockstore-fs').then(() => openFs, () => undefined)
}

async function seconds (run) {
  const start = performance.now()
  await run()
  return (performance.now() - start) / 1000
}

async function sizeOf (folder) {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = await Promise.all(
    names.filter((entry) => entry.isFile()).map(async (entry) =>
      (await stat(path.join(entry.parentPath, entry.name))).size
    )
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

const rows = []

for (const [name, open] of Object.entries(SUBJECTS)) {
  if (open == null) {
    continue
  }

  const folder = await mkdtemp(path.join(os.tmpdir(), 'swipfs-bench-'))
  const small = Array.from({ length: SMALL }, () => randomBlock(SMALL_BYTES))
  const singles = Array.from({ length: 500 }, () => randomBlock(SMALL_BYTES))
  const cids = []

  async function* large () {
    for (let i = 0; i < LARGE; i++) {
      const block = randomBlock(MIB)
      cids.push(block.cid)
      yield block
    }
  }

  const toPut = async (store, blocks) => {
    const all = []
    for await (const block of blocks) {
      all.push(block)
      if (all.length === 64) {
        await store.putAll(all.splice(0))
      }
    }
    await store.putAll(all)
  }

  try {
    const store = await open(folder)
    const single = await seconds(async () => {
      for (const block of singles) {
        await store.put(block)
      }
    })
    const many = await seconds(async () => await store.putAll(small))
    const readSmall = await seconds(async () => {
      for (const { cid } of small) {
        await store.read(cid)
      }
    })
    const writeLarge = await seconds(async () => await toPut(store, large()))
    const readLarge = await seconds(async () => {
      for (const cid of cids) {
        await store.read(cid)
      }
    })
    await store.close()
    const bytes = await sizeOf(folder)
    const reopen = await seconds(async () => await (await open(folder)).close())
    rows.push([
      name,
      `${(single * 1000 / singles.length).toFixed(1)} ms`,
      `${Math.round(SMALL / many)}/s`,
      `${Math.round(SMALL / readSmall)}/s`,
      `${Math.round(LARGE / writeLarge)} MiB/s`,
      `${Math.round(LARGE / readLarge)} MiB/s`,
      (bytes / (SMALL * SMALL_BYTES + LARGE * MIB)).toFixed(2),
      `${Math.round(reopen * 1000)} ms`
    ])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

console.log(`Node.js ${process.versions.node}: ${SMALL} blocks of 1 KiB, and ${LARGE} blocks of 1 MiB, 64 a session`)
console.table(
  Object.fromEntries(rows.map(([name, put, ...rest]) => [
    name,
    {
      'a put': put,
      'put small': rest[0],
      'read small': rest[1],
      'put large': rest[2],
      'read large': rest[3],
      space: rest[4],
      'open': rest[5]
    }
  ]))
)
