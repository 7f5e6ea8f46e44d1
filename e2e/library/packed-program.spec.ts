import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { expect, test } from '../fixtures/build/examples.ts'
import { npm } from '../fixtures/build/packed.ts'

// The tests share the folder in which the package is installed.
test.describe.configure({ mode: 'default' })

interface Ended {
  code: number
  stdout: string
  stderr: string
}

const HELLO = 'bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq'

let folder: string
let program: string

/** Runs the installed program to its end. */
async function swipfs (...args: string[]): Promise<Ended> {
  try {
    return { code: 0, ...await promisify(execFile)(process.execPath, [program, ...args], { cwd: folder }) }
  } catch (err) {
    return err as Ended
  }
}

/** Starts a server of the installed program, and waits for its line. */
async function started (...args: string[]): Promise<{ child: ChildProcess; ready: Record<string, string> }> {
  const child = spawn(process.execPath, [program, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line') as [string]
  return { child, ready: JSON.parse(line) as Record<string, string> }
}

async function rpc (url: string, target: string, body?: BodyInit): Promise<Response> {
  return await fetch(`${url}/api/v0/${target}`, { method: 'POST', body })
}

test.beforeEach(async ({ bareFolder }) => {
  folder = bareFolder
  program = path.join(folder, 'node_modules', 'swipfs', 'lib', 'cli.js')
})

test('npx runs it, and every command has help', async () => {
  expect(await npm(folder, 'exec', '--', 'swipfs', '--version')).toMatch(/^\d+\.\d+\.\d+/)
  const { stdout } = await swipfs('--help')
  const names = [...stdout.matchAll(/^ {2}([a-z]+) +\S/gm)].map(([, name]) => name)
  expect(names).toEqual(expect.arrayContaining(['serve', 'relay', 'import', 'export', 'publish', 'worker', 'deploy']))

  for (const name of names) {
    const help = await swipfs(name, '--help')
    expect({ name, code: help.code, stderr: help.stderr }).toEqual({ name, code: 0, stderr: '' })
    expect(help.stdout).toMatch(new RegExp(`^usage: swipfs ${name} `))
    const wrong = await swipfs(name, '--nosuch')
    expect({ name, code: wrong.code, stdout: wrong.stdout }).toEqual({ name, code: 2, stdout: '' })
    expect(wrong.stderr).toMatch(new RegExp(`^Unknown option '--nosuch'\n\nusage: swipfs ${name} `))
  }

  for (const args of [[], ['nosuch'], ['help', 'nosuch']]) {
    const { code, stderr } = await swipfs(...args)
    expect(code).toBe(2)
    expect(stderr).toContain('usage: swipfs COMMAND')
  }
})

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`serve keeps what it acknowledged at ${signal}, and ends with 0`, async () => {
    const repo = `repo-${signal}`
    const first = await started('serve', '--repo', repo, '--rpc-port', '0', '--gateway-port', '0', '--offline')
    const form = new FormData()
    form.append('file', new Blob(['hello']), 'a.txt')
    const { Hash } = await (await rpc(first.ready.rpc, 'add?cid-version=1', form)).json() as { Hash: string }
    const { ID } = await (await rpc(first.ready.rpc, 'id')).json() as { ID: string }
    expect(Hash).toBe(HELLO)

    // An upload under way is not part of the repo afterwards.
    const cut = rpc(
      first.ready.rpc,
      'add?cid-version=1',
      (() => {
        const large = new FormData()
        large.append('file', new Blob([new Uint8Array(64 * 1024 * 1024)]), 'b')
        return large
      })()
    ).then(async (response) => await response.text(), () => 'cut')
    first.child.kill(signal)
    expect(await once(first.child, 'exit')).toEqual([0, null])
    await cut

    const second = await started('serve', '--repo', repo, '--rpc-port', '0', '--gateway-port', '0', '--offline')
    expect(((await (await rpc(second.ready.rpc, 'id')).json()) as { ID: string }).ID).toBe(ID)
    expect(await (await fetch(`${second.ready.gateway}/ipfs/${HELLO}`)).text()).toBe('hello')
    expect(await (await rpc(second.ready.rpc, `pin/ls?arg=${HELLO}`)).text()).toContain('recursive')

    // Another process cannot open it meanwhile.
    const { code, stderr } = await swipfs('export', '--repo', repo, HELLO)
    expect(code).toBe(1)
    expect(stderr).toContain(`is open in process ${second.child.pid}`)
    second.child.kill(signal)
    await once(second.child, 'exit')
  })
}

test('relay runs, and ends with 0', async () => {
  const { child, ready } = await started('relay', '--port', '0', '--http-port', '0', '--host', '127.0.0.1')
  expect(ready.relays[0]).toMatch(/^\/ip4\/127\.0\.0\.1\/tcp\/\d+\/ws\/p2p\//)
  expect(await (await fetch(`http://127.0.0.1:${ready.httpPort}/relay.json`)).json()).toMatchObject({
    relays: ready.relays
  })
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('import and export carry files, folders and CARs from repo to repo', async () => {
  await mkdir(path.join(folder, 'tree', 'sub'), { recursive: true })
  await writeFile(path.join(folder, 'tree', 'a b.txt'), 'hello')
  await writeFile(
    path.join(folder, 'tree', 'sub', 'large.bin'),
    randomBytes(9 * 1024 * 1024)
  )
  await writeFile(path.join(folder, 'tree', '.hidden'), 'no')

  const added = await swipfs('import', '--repo', 'one', '--to', '/kept', 'tree')
  expect(added).toMatchObject({ code: 0, stderr: '' })
  const [, cid] = /^(bafy\w+)\ttree\n$/.exec(added.stdout)!

  expect(await swipfs('export', '--repo', 'one', '--output', 'tree.car', `/ipfs/${cid}`)).toMatchObject({ code: 0 })
  expect((await swipfs('import', '--repo', 'two', 'tree.car')).stdout).toBe(`${cid}\ttree.car\n`)
  expect((await swipfs('export', '--repo', 'two', '--format', 'file', `/ipfs/${cid}/a b.txt`)).stdout).toBe('hello')
  expect((await swipfs('export', '--repo', 'two', '--format', 'file', `/ipfs/${cid}/.hidden`)).code).toBe(1)
  expect((await stat(path.join(folder, 'tree.car'))).size).toBeGreaterThan(9 * 1024 * 1024)

  // A node elsewhere does the same.
  const { child, ready } = await started(
    'serve',
    '--repo',
    'one',
    '--rpc-port',
    '0',
    '--gateway-port',
    '0',
    '--offline'
  )
  expect((await swipfs('import', '--api', ready.rpc, 'tree')).stdout).toBe(`${cid}\ttree\n`)
  await swipfs('export', '--api', `${ready.rpc}/api/v0/`, '--output', 'again.car', cid)
  expect(await readFile(path.join(folder, 'again.car'))).toEqual(await readFile(path.join(folder, 'tree.car')))
  const stated = await (await rpc(ready.rpc, 'files/stat?arg=/kept/tree')).json() as { Hash: string }
  expect(stated.Hash).toBe(cid)
  child.kill('SIGTERM')
  await once(child, 'exit')
})

test('a failed export leaves no file, and a failed import no content', async () => {
  expect((await swipfs('export', '--repo', 'three', '--output', 'lost.car', HELLO)).code).toBe(1)
  expect((await readdir(folder)).filter((name) => name.startsWith('lost'))).toEqual([])
  await writeFile(path.join(folder, 'bad.car'), 'no CAR at all, although it is named so')
  const { code, stderr } = await swipfs('import', '--repo', 'three', 'bad.car')
  expect({ code, named: stderr.startsWith('bad.car: ') }).toEqual({ code: 1, named: true })
})

for (const [signal, code] of [['SIGINT', 130], ['SIGTERM', 143]] as const) {
  test(`${signal} ends an import at once, with the exit code ${code}`, async () => {
    // A node that reads an upload and never answers.
    const server = createServer((request) => {
      request.resume()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    await writeFile(path.join(folder, 'hello.txt'), 'hello')
    const child = spawn(process.execPath, [program, 'import', '--api', `http://127.0.0.1:${port}`, 'hello.txt'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe']
    })
    await once(server, 'request')
    child.kill(signal)
    expect(await once(child, 'exit')).toEqual([code, null])
    server.closeAllConnections()
    server.close()
  })
}

const SURVIVOR = `
import { add, createNode, openRepo } from 'swipfs/node'
const repo = await openRepo('survivor')
const node = await createNode(repo)
for (let i = 0; ; i++) {
  const [cid] = await add(node, [{ path: 'a', kind: 'file', content: new Blob([\`text \${i}\`]).stream() }])
  process.stdout.write(\`\${cid}\\n\`)
}
`

const READER = `
import { cat, createNode, openRepo } from 'swipfs/node'
const repo = await openRepo('survivor')
const node = await createNode(repo)
let i = 0
for (const cid of process.argv.slice(2)) {
  let text = ''
  for await (const chunk of cat(node, cid)) text += new TextDecoder().decode(chunk)
  if (text !== \`text \${i++}\`) throw new Error(\`\${cid} has \${text}\`)
}
await node.stop()
await repo.close()
process.stdout.write(\`\${i} files\`)
`

test('a program of ten lines loses nothing that it stored when it is killed', async () => {
  await writeFile(path.join(folder, 'survivor.mjs'), SURVIVOR)
  await writeFile(path.join(folder, 'reader.mjs'), READER)
  const stored: string[] = []

  for (let kills = 1; kills <= 3; kills++) {
    const child = spawn(process.execPath, ['survivor.mjs'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
    const lines: string[] = []
    const ended = once(child, 'exit')

    for await (const line of createInterface({ input: child.stdout })) {
      if (lines.push(line) === 20 * kills) {
        child.kill('SIGKILL')
      }
    }

    await ended
    // Each round stores the same texts, and at least as many as the one before.
    stored.splice(0, Infinity, ...lines)
    const { stdout } = await promisify(execFile)(process.execPath, ['reader.mjs', ...stored], { cwd: folder })
    expect(stdout).toBe(`${stored.length} files`)
  }
})

test('a program serves HTTP, and two of them exchange blocks as peers', async () => {
  await writeFile(
    path.join(folder, 'peers.mjs'),
    `
import { startNode } from 'swipfs/node'
const [one, two] = [await startNode({ repo: 'peer-one' }), await startNode()]
const rpc = async ({ rpcPort }, target, body) =>
  await (await fetch(\`http://127.0.0.1:\${rpcPort}/api/v0/\${target}\`, { method: 'POST', body })).text()
const form = new FormData()
form.append('file', new Blob(['hello from a peer']), 'a')
const { Hash } = JSON.parse(await rpc(one, 'add?cid-version=1', form))
const { Addresses } = JSON.parse(await rpc(one, 'id'))
const over = []
for (const kind of ['/ws/', '/tcp/']) {
  const address = Addresses.find((text) => text.includes(kind))
  await rpc(two, \`swarm/connect?arg=\${encodeURIComponent(address)}\`)
  over.push(JSON.parse(await rpc(two, 'swarm/peers')).Peers.length)
}
process.stdout.write([...over, await rpc(two, \`cat?arg=\${Hash}&timeout=30s\`)].join())
await Promise.all([one.stop(), two.stop()])
`
  )
  const { stdout } = await promisify(execFile)(process.execPath, ['peers.mjs'], { cwd: folder })
  expect(stdout).toBe('1,1,hello from a peer')
})
