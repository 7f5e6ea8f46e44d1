import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PortCalls } from '../../port/port-calls.ts'
import { pageOfNode } from '../../testing/http/page-of-node.ts'
import { TestNode } from '../../testing/test-node.ts'
import { BridgeDeniedError } from '../protocol/bridge-errors.ts'
import type { BridgeEntry, BridgeStored } from '../protocol/bridge-messages.ts'
import { checkScope } from '../protocol/bridge-scope.ts'
import type { BridgeScope } from '../protocol/bridge-scope.ts'
import type { Grant } from './grant.ts'
import { readGrant, readGrants, removeGrant, storeGrant } from './grants.ts'
import { serveGrant } from './serve-grant.ts'

const ORIGIN = 'https://asker.example'
const MIB = 1024 ** 2

let app: TestNode
let targets: string[]
let closes: Array<() => void>

beforeEach(async () => {
  app = await TestNode.start()
  targets = pageOfNode(app)
  let last: Promise<unknown> = Promise.resolve()
  Object.assign(navigator, {
    locks: {
      request: async (_name: string, work: () => Promise<void>) => {
        last = last.then(work, work)
        await last
      }
    }
  })
  closes = []
})

afterEach(() => {
  closes.forEach((close) => {
    close()
  })
  vi.unstubAllGlobals()
})

/** Connects a site that has a grant. */
async function connected (
  scope: BridgeScope,
  more: Partial<Grant> = {}
): Promise<{ calls: PortCalls; ended: string[] }> {
  const grant = { origin: ORIGIN, scope: checkScope(scope), grantedMs: 1, uses: 0, bytes: 0, ...more }
  await storeGrant(grant)
  return served(Promise.resolve(grant))
}

function served (decided: Promise<Grant>): { calls: PortCalls; ended: string[] } {
  const { port1, port2 } = new MessageChannel()
  const ended: string[] = []
  const close = serveGrant(port2, {
    origin: ORIGIN,
    decided,
    onEnd: (reason) => {
      ended.push(reason)
    }
  })
  const calls = new PortCalls(port1)
  closes.push(calls.close, close)
  return { calls, ended }
}

async function write (path: string, text: string): Promise<void> {
  const body = new FormData()
  body.append('file', new Blob([text]))
  const { status, text: answer } = await app.rpc(
    `files/write?arg=${encodeURIComponent(path)}&create=true&parents=true`,
    { body }
  )
  expect(status, answer).toBe(200)
}

async function read (calls: PortCalls, path: string, part = {}): Promise<string> {
  let text = ''
  for await (const chunk of calls.stream<Uint8Array>('read', { path, ...part })) {
    text += new TextDecoder().decode(chunk)
  }
  return text
}

async function nameOfError (result: Promise<unknown>): Promise<string> {
  return await result.then(() => 'none', (err: Error) => err.name)
}

describe('a grant', () => {
  it('lets a site list and read a folder, and content by its CID', async () => {
    await write('/Photos/a.txt', 'picture')
    await write('/Photos/%2e%2e/b', 'encoded')
    const { calls } = await connected({ read: '/Photos', content: true })
    const entries = await calls.once<BridgeEntry[]>('list', { path: '/Photos' })
    expect(entries.map(({ name, type, size }) => [name, type, size])).toEqual([['%2e%2e', 'folder', 0], [
      'a.txt',
      'file',
      7
    ]])
    expect(await read(calls, '/Photos//a.txt')).toBe('picture')
    expect(await read(calls, '/Photos/%2e%2e/b')).toBe('encoded')
    expect(await read(calls, entries[1].cid, { offset: 2, length: 3 })).toBe('ctu')
    expect(await read(calls, `/ipfs/${entries[1].cid}`)).toBe('picture')
    const { Hash } = (await app.rpc('files/stat?arg=/Photos')).lines[0] as { Hash: string }
    expect((await calls.once<BridgeEntry[]>('list', { path: `/ipfs/${Hash}` })).map(({ name, type }) => [name, type]))
      .toEqual([['%2e%2e', 'folder'], ['a.txt', 'file']])
  })

  it('lets a site add files and keep content, without replacing any', async () => {
    await write('/Mine/there', 'there')
    const { Hash } = (await app.rpc('files/stat?arg=/Mine/there')).lines[0] as { Hash: string }
    const { calls } = await connected({ add: '/Mine', pin: '/Mine' })
    const stored = await calls.once<BridgeStored>('add', { path: '/Mine/x/y.txt', content: new Blob(['new']) })
    expect(stored).toMatchObject({ path: '/Mine/x/y.txt', size: 3 })
    expect((await app.rpc('files/read?arg=/Mine/x/y.txt')).text).toBe('new')

    const values: unknown[] = []
    for await (const value of calls.stream('pin', { cid: `/ipfs/${Hash}`, path: '/Mine/kept' })) {
      values.push(value)
    }
    expect(values.at(-1)).toMatchObject({ path: '/Mine/kept', cid: Hash })

    for (
      const [method, input] of [
        ['add', { path: '/Mine/there', content: new Blob(['other']) }],
        ['add', { path: '/Mine/x', content: new Blob(['other']) }],
        ['add', { path: '/Mine/there/below', content: new Blob(['other']) }],
        ['pin', { cid: stored.cid, path: '/Mine/there' }]
      ] as const
    ) {
      expect(await nameOfError(calls.once(method, input)), JSON.stringify(input)).toBe('RpcError')
    }
    expect((await app.rpc('files/read?arg=/Mine/there')).text).toBe('there')
    expect((await app.rpc('files/ls?arg=/Mine/x')).text).toContain('y.txt')
    // What failed is not counted.
    const { size } = values.at(-1) as BridgeStored
    expect((await readGrant(ORIGIN))?.bytes).toBe(stored.size + size)
  })

  it('lets a site publish under one key', async () => {
    const { Id } = (await app.rpc('key/gen?arg=site&type=ed25519')).lines[0] as { Id: string }
    await write('/a', 'a')
    const { Hash } = (await app.rpc('files/stat?arg=/a')).lines[0] as { Hash: string }
    const { calls } = await connected({ publish: 'site' }, { keyId: Id })
    const { name } = await calls.once<{ name: string }>('publish', { cid: Hash, key: 'self' })
    expect(name).toBe(Id)
    expect((await app.rpc(`name/resolve?arg=${name}&nocache=true`)).text).toContain(Hash)
    expect(await nameOfError(calls.once('publish', { cid: `/ipns/${Id}` }))).toBe('BridgeScopeError')

    // A key that is made later with this name is another one.
    await app.rpc('key/rm?arg=site')
    await app.rpc('key/gen?arg=site&type=ed25519')
    expect(await nameOfError(calls.once('publish', { cid: Hash }))).toBe('RpcError')
  })

  it('counts calls, and survives damaged rows', async () => {
    await write('/Photos/a.txt', 'picture')
    const { calls } = await connected({ read: '/Photos' })
    await read(calls, '/Photos/a.txt')
    await read(calls, '/Photos/a.txt')
    calls.close()
    await expect.poll(async () => (await readGrant(ORIGIN))?.uses).toBe(2)
    expect((await readGrant(ORIGIN))?.usedMs).toBeGreaterThan(1)
    const body = new FormData()
    const damaged = btoa('{"scope":{"read":"/"},"grantedMs":1,"uses":0,"bytes":0}')
    body.append(
      'file',
      new Blob([`{"Key":"/swipfs/grants/https%3A%2F%2Fevil.example","Value":"${damaged}"}\n`])
    )
    expect((await app.rpc('swipfs/app-data/change', { body })).status).toBe(200)
    expect((await readGrants()).map(({ origin }) => origin)).toEqual([ORIGIN])
    expect(await readGrant('https://evil.example')).toBeUndefined()
  })
})

describe('a site cannot', () => {
  it('leave its folders by any form of a path', async () => {
    await write('/secret', 'secret')
    await write('/Photos2/a', 'other')
    await write('/Photos/deep/a', 'a')
    const { calls } = await connected({ read: '/Photos', add: '/Photos', pin: '/Photos' })
    const outside = [
      '/secret',
      'secret',
      '/',
      '',
      '//',
      '/Photos/../secret',
      '/Photos/./../secret',
      '/Photos/deep/../../secret',
      '/Photos/..',
      '/Photos2/a',
      '/photos/a',
      '/Photos\0/../secret',
      '../secret',
      '/ipfs/../secret',
      '/ipfs/bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq/../../secret',
      '/.bin',
      undefined,
      null,
      7,
      ['/Photos'],
      { toString: '/Photos' }
    ]
    targets.length = 0

    for (const path of outside) {
      for (const [method, input] of [['list', {}], ['read', {}], ['add', { content: new Blob(['x']) }]] as const) {
        expect(await nameOfError(calls.once(method, { ...input, path })), `${method} ${JSON.stringify(path)}`).toBe(
          'BridgeScopeError'
        )
      }
    }

    // An encoded path is a name of its own, which does not exist.
    for (
      const path of ['/Photos/%2e%2e/secret', '/Photos/%2E%2E%2fsecret', '/Photos/..%2fsecret', '/Photos/\\../secret']
    ) {
      expect(await nameOfError(calls.once('read', { path })), path).toBe('RpcError')
    }

    // No command was sent but those of the grant, and of paths below the folder.
    expect(targets.filter((target) => !/^swipfs\/app-data|arg=%2FPhotos%2F/.test(target))).toEqual([])
  })

  it('follow a symbolic link out of its folder', async () => {
    await write('/secret', 'secret')
    const body = new FormData()
    body.append('file', new Blob(['../secret'], { type: 'application/symlink' }), 'd%2Flink')
    body.append('file', new Blob(['/'], { type: 'application/symlink' }), 'd%2Froot')
    const added = (await app.rpc('add?cid-version=1', { body })).lines as Array<{ Name: string; Hash: string }>
    const folder = added.find(({ Name }) => Name === 'd')!.Hash
    await app.rpc(`files/cp?arg=/ipfs/${folder}&arg=/Photos`)
    const { calls } = await connected({ read: '/Photos', add: '/Photos' })
    const entries = await calls.once<BridgeEntry[]>('list', { path: '/Photos' })
    expect(entries.map(({ name }) => name)).toEqual(['link', 'root'])

    for (const path of ['/Photos/link', '/Photos/root/secret', '/Photos/link/x']) {
      const text = await read(calls, path).catch((err: Error) => err.name)
      expect(text, path).not.toContain('secret\n')
      expect(['RpcError', '../secret'], `${path}: ${text}`).toContain(text)
    }
    expect(await nameOfError(calls.once('add', { path: '/Photos/root/new', content: new Blob(['x']) }))).toBe(
      'RpcError'
    )
    expect((await app.rpc('files/ls')).text).not.toContain('new')
  })

  it('do what was not granted, or name a command', async () => {
    await write('/Photos/a', 'a')
    const { Hash } = (await app.rpc('files/stat?arg=/Photos/a')).lines[0] as { Hash: string }
    const { calls } = await connected({ add: '/Photos' })

    for (
      const [method, input] of [
        ['read', { path: '/Photos/a' }],
        ['read', { path: Hash }],
        ['list', { path: '/Photos' }],
        ['list', { path: `/ipfs/${Hash}` }],
        ['pin', { cid: Hash, path: '/Photos/b' }],
        ['publish', { cid: Hash }],
        ['add', { path: '/Photos', content: new Blob(['x']) }],
        ['add', { path: '/Photos/b', content: 'text' }],
        ['add', { path: '/Photos/b', content: { size: 1, arrayBuffer: 1 } }],
        ['add', undefined]
      ] as const
    ) {
      expect(await nameOfError(calls.once(method, input)), `${method} ${JSON.stringify(input)}`).toBe(
        'BridgeScopeError'
      )
    }

    for (const method of ['config', 'files/rm', 'id', 'constructor', '__proto__', 'toString', 'allow']) {
      expect(await nameOfError(calls.once(method, {})), method).toBe('UnknownCallError')
    }
  })

  it('read with options of its own', async () => {
    await write('/Photos/a', 'abc')
    const { calls } = await connected({ read: '/Photos' })

    for (const offset of [-1, 1.5, NaN, Infinity, '1', {}, '1&arg=/secret']) {
      expect(await nameOfError(calls.once('read', { path: '/Photos/a', offset })), String(offset)).toBe(
        'BridgeScopeError'
      )
    }
    targets.length = 0
    expect(await read(calls, '/Photos/a&arg=/secret').catch((err: Error) => err.name)).toBe('RpcError')
    expect(targets.find((target) => target.startsWith('files/read'))).toContain('a%26arg%3D%2Fsecret')
  })

  it('store more than the grant allows, even by many calls at once', async () => {
    const { calls } = await connected({ add: '/Photos', pin: '/Photos', maxBytes: MIB })
    targets.length = 0
    expect(await nameOfError(calls.once('add', { path: '/Photos/huge', content: new Blob([new Uint8Array(MIB + 1)]) })))
      .toBe('BridgeLimitError')
    expect(targets.some((target) => target.startsWith('add'))).toBe(false)

    const parts = await Promise.all(
      Array.from({ length: 6 }, async (_, i) =>
        await nameOfError(
          calls.once('add', { path: `/Photos/${i}`, content: new Blob([new Uint8Array(0.3 * MIB).fill(i)]) })
        ))
    )
    expect(parts.filter((name) => name === 'none')).toHaveLength(3)
    expect(parts.filter((name) => name === 'BridgeLimitError')).toHaveLength(3)

    const body = new FormData()
    body.append('file', new Blob([new Uint8Array(MIB).fill(9)]))
    const { Hash } = (await app.rpc('add?cid-version=1', { body })).lines.at(-1) as { Hash: string }
    expect(await nameOfError(calls.once('pin', { cid: Hash, path: '/Photos/kept' }))).toBe('BridgeLimitError')
    expect((await app.rpc('files/ls?arg=/Photos')).text).not.toContain('kept')
  })

  it('call before the answer, after a refusal, or with the grant of a later answer', async () => {
    let deny = (_reason: Error): void => {}
    const { calls } = served(
      new Promise((_, reject) => {
        deny = reject
      })
    )
    expect(await nameOfError(calls.once('read', { path: '/Photos/a' }))).toBe('BridgeDeniedError')
    const answer = nameOfError(calls.once('grant', undefined))
    deny(new BridgeDeniedError())
    expect(await answer).toBe('BridgeDeniedError')
    expect(await nameOfError(calls.once('read', { path: '/Photos/a' }))).toBe('BridgeDeniedError')

    await write('/Photos/a', 'a')
    const { calls: first, ended } = await connected({ read: '/Photos' }, { grantedMs: 1 })
    expect(await read(first, '/Photos/a')).toBe('a')
    await connected({ read: '/Photos' }, { grantedMs: 2 })
    expect(await nameOfError(first.once('read', { path: '/Photos/a' }))).toMatch(/BridgeRevokedError|PortClosedError/)
    expect(ended).toEqual(['revoked'])
  })
})

describe('a revocation', () => {
  it('ends calls that run, and all later ones', async () => {
    const body = new FormData()
    body.append('file', new Blob([new Uint8Array(16 * MIB)]))
    await app.rpc('files/mkdir?arg=/Photos')
    const { Hash } = (await app.rpc('add', { body })).lines.at(-1) as { Hash: string }
    await app.rpc(`files/cp?arg=/ipfs/${Hash}&arg=/Photos/long`)
    const { calls, ended } = await connected({ read: '/Photos' })
    let bytes = 0

    const reading = (async () => {
      for await (const chunk of calls.stream<Uint8Array>('read', { path: '/Photos/long' })) {
        if (bytes === 0) {
          await removeGrant(ORIGIN)
          await expect.poll(() => ended).toEqual(['revoked'])
        }
        bytes += chunk.length
      }
    })()
    expect(await nameOfError(reading)).toMatch(/BridgeRevokedError|PortClosedError/)
    expect(bytes).toBeLessThan(16 * MIB)
    expect(await nameOfError(calls.once('list', { path: '/Photos' }))).toMatch(/BridgeRevokedError|PortClosedError/)
    expect(await readGrant(ORIGIN)).toBeUndefined()
  })

  it('by a script that only removes the row ends the connection at the next call', async () => {
    const { calls, ended } = await connected({ read: '/Photos' })
    await app.rpc('files/mkdir?arg=/Photos')
    await calls.once('list', { path: '/Photos' })
    const body = new FormData()
    body.append('file', new Blob([`{"Key":"/swipfs/grants/${encodeURIComponent(ORIGIN)}"}\n`]))
    await app.rpc('swipfs/app-data/change', { body })
    expect(await nameOfError(calls.once('list', { path: '/Photos' }))).toBe('BridgeRevokedError')
    expect(ended).toEqual(['revoked'])
  })
})
