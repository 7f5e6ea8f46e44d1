import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from '../fixtures/build/examples.ts'
import { npm, packed, typeCheck } from '../fixtures/build/packed.ts'
import { oncePerRun } from '../fixtures/build/run-folder.ts'

// The tests write to the folders of the examples: one after the other.
test.describe.configure({ mode: 'default' })

test('its types check in a strict app with every module resolution', async ({ heliaApp }) => {
  const folder = heliaApp
  await writeFile(
    path.join(folder, 'app.ts'),
    `
import { add, ready, register } from 'swipfs'
import { connectNode } from 'swipfs/bridge'
import type { BridgeScope } from 'swipfs/page/bridge'
import { helia } from 'swipfs/helia'
import { create } from 'swipfs/kubo'
import { createNode, handleRpc, MemoryBlockstore, openDatastore, root } from 'swipfs/node'
import type { WorkerSettings } from 'swipfs/sw'
import type {} from 'swipfs/sw/swarm'
import { swipfs as plugin } from 'swipfs/vite'
import { swipfs } from 'swipfs/worker'
import { swarm } from 'swipfs/worker/swarm'

const node = swipfs({ swarm })
const app: string = (await add([{ path: 'a', content: new Blob([]) }])).cid
export const settings: WorkerSettings = { precache: ['/'] }
export { app, create, handleRpc, helia, node, plugin, ready, register, root }
const openBlockstore = async () => new MemoryBlockstore()
export const connect = async (scope: BridgeScope) => await connectNode('https://node.example', scope)
export const inNode = await createNode({ openBlockstore, datastore: await openDatastore('x') })
`
  )
  await npm(
    folder,
    'install',
    '--ignore-scripts',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '@types/node@20',
    'kubo-rpc-client@7'
  )

  for (const [module, moduleResolution] of [['ESNext', 'bundler'], ['Node16', 'node16'], ['NodeNext', 'nodenext']]) {
    await writeFile(
      path.join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          target: 'ES2023',
          module,
          moduleResolution,
          lib: ['ES2024', 'ESNext.Disposable', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
          types: ['node'],
          strict: true,
          skipLibCheck: false,
          noEmit: true
        },
        include: ['app.ts']
      })
    )
    await typeCheck(folder, { by: module === 'ESNext' ? 'theirs' : 'ours' })
  }
})

test('its types check in a worker and in Node', async ({ heliaApp }) => {
  const folder = heliaApp
  await npm(folder, 'install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '@types/node@20')
  await writeFile(
    path.join(folder, 'worker.ts'),
    `
import { swipfs } from 'swipfs/worker'
import { swarm } from 'swipfs/worker/swarm'

declare const self: ServiceWorkerGlobalScope
const node = swipfs({ swarm })

self.addEventListener('fetch', (event) => {
  if (node.handles(event)) {
    event.respondWith(node.respond(event))
    event.stopImmediatePropagation()
  }
})
`
  )
  await writeFile(
    path.join(folder, 'node.ts'),
    `
import { add, cat, createNode, MemoryBlockstore, openDatastore } from 'swipfs/node'
import { swipfs } from 'swipfs/vite'

const openBlockstore = async () => new MemoryBlockstore()
const node = await createNode({ openBlockstore, datastore: await openDatastore('my-node') })
const [cid] = await add(node, [{ path: 'hi.txt', kind: 'file', content: new Blob(['hi']).stream() }])
for await (const chunk of cat(node, cid)) process.stdout.write(chunk)
export default { plugins: [swipfs()] }
`
  )

  for (const [file, lib, types] of [['worker.ts', ['ES2023', 'WebWorker'], []], ['node.ts', ['ES2023'], ['node']]]) {
    await writeFile(
      path.join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          target: 'ES2023',
          module: 'NodeNext',
          moduleResolution: 'nodenext',
          lib,
          types,
          strict: true,
          skipLibCheck: false,
          noEmit: true
        },
        include: [file]
      })
    )
    await typeCheck(folder)
  }
})

test('exports every type that its declarations mention', async ({ heliaApp }) => {
  const folder = heliaApp
  await writeFile(
    path.join(folder, 'names.ts'),
    `
import type { BlockstoreKind, ReadyOptions, RepairsAnswer, RestoreKeysOptions, WorkersUnavailableReason } from 'swipfs'
import type { ClosableDatastore, Command, DirectoryEntry, Gateway, GatewayOptions, ImportEntry } from 'swipfs/node'
import type { ListedPin, OpenBlockstoreOptions, RpcOptions } from 'swipfs/node'
import type { ExtendableEvent, WorkerFetchEvent } from 'swipfs/worker'
import type { Helia } from '@helia/interface'
import { helia } from 'swipfs/helia'

export const shared: Helia = helia()
export type Page = [BlockstoreKind, ReadyOptions, RepairsAnswer, RestoreKeysOptions, WorkersUnavailableReason]
export type InNode = [ClosableDatastore, Command, DirectoryEntry, Gateway, GatewayOptions, ImportEntry]
export type More = [ListedPin, OpenBlockstoreOptions, RpcOptions, ExtendableEvent, WorkerFetchEvent]
`
  )
  await writeFile(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        target: 'ES2023',
        module: 'NodeNext',
        moduleResolution: 'nodenext',
        lib: ['ES2024', 'DOM', 'DOM.Iterable'],
        types: [],
        strict: true,
        skipLibCheck: true,
        noEmit: true
      },
      include: ['names.ts']
    })
  )
  await typeCheck(folder)
})

test(
  'a server that renders the page can import the library, learns that there is no worker, and exits',
  async ({ plainHtml, copyOf }) => {
    const folder = await copyOf(plainHtml)
    await npm(
      folder,
      'install',
      '--ignore-scripts',
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      'kubo-rpc-client@7',
      '@helia/interface@7'
    )
    await writeFile(
      path.join(folder, 'server.mjs'),
      `
import { register } from 'swipfs'
import { helia } from 'swipfs/helia'
import { create } from 'swipfs/kubo'
import { swipfs } from 'swipfs/worker'
import { swarm } from 'swipfs/worker/swarm'

// as modules of a page do when they are loaded
const clients = [helia(), create()]
const refusal = await register().catch(({ name }) => name)
process.stdout.write([clients.length, typeof helia, typeof create, typeof swipfs, typeof swarm, refusal].join())
`
    )
    expect(await npm(folder, 'exec', '--', 'node', 'server.mjs')).toContain(
      '2,function,function,function,object,WorkersUnavailableError'
    )
  }
)

test('its modules are readable in stack traces without source maps', async ({ plainHtml }) => {
  const lib = path.join(plainHtml, 'node_modules', 'swipfs', 'lib')
  const files = await readdir(lib, { recursive: true })
  expect(files).toEqual(
    expect.arrayContaining(['client.js', 'node.js', path.join('sw', 'sw.js'), path.join('sw', 'swarm.js')])
  )
  expect(files.filter((name) => name.endsWith('.map'))).toEqual([])

  for (const name of files.filter((name) => name.endsWith('.js'))) {
    expect(await readFile(path.join(lib, name), 'utf8')).not.toContain('//# sourceMappingURL=')
  }
  // Some modules are parts that entries share.
  const inNode = await Promise.all(
    files.filter((name) => /^node[-.]/.test(name)).map(async (name) => await readFile(path.join(lib, name), 'utf8'))
  )
  expect(inNode.filter((code) => /^async function createNode\(/m.test(code))).toHaveLength(1)
})

test('the tarball is smaller than 2.5 MB', async () => {
  expect((await stat(await oncePerRun('tarball', packed))).size).toBeLessThan(2_500_000)
})

test('handlers and node run in Node', async ({ plainHtml }) => {
  const folder = plainHtml
  await writeFile(
    path.join(folder, 'node.mjs'),
    `
import { add, cat, createNode, handleRpc, MemoryBlockstore, openDatastore, root } from 'swipfs/node'

const openBlockstore = async () => new MemoryBlockstore()
const node = await createNode({ openBlockstore, datastore: await openDatastore('x') })
const [cid] = await add(node, [{ path: 'hi.txt', kind: 'file', content: new Blob(['hi']).stream() }])
for await (const chunk of cat(node, cid)) process.stdout.write(chunk)
const response = await handleRpc(new Request('http://x/api/v0/version', { method: 'POST' }), { root, node: async () => node })
process.stdout.write(await response.text())
await node.stop()
`
  )
  const said = await npm(folder, 'exec', '--', 'node', 'node.mjs')
  expect(said).toContain('hi{"Version":"0.40.0"')
})
