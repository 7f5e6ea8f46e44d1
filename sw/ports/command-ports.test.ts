import { afterEach, describe, expect, it, vi } from 'vitest'
import { call, rpc } from '../../src/client/rpc/rpc.ts'
import { add } from '../../src/client/upload/add.ts'
import { root } from '../../src/commands/root.ts'
import { handleRpc } from '../../src/rpc/handler.ts'
import { TestNode } from '../../src/testing/test-node.ts'
import { acceptCommandPort, CommandPorts } from './command-ports.ts'

const ORIGIN = 'http://node.localhost:4173'
const ends: Array<() => void | Promise<void>> = []

afterEach(async () => {
  vi.restoreAllMocks()
  for (const end of ends.splice(0)) {
    await end()
  }
  vi.unstubAllGlobals()
})

interface Worker {
  app: TestNode
  /** promises with which events keep the worker alive */
  kept: Array<Promise<unknown>>
  fetched: string[]
  ports: CommandPorts
  /** like a browser that stops the worker */
  die: () => void
}

/** Makes a page that a worker with a node controls. */
async function page (source: Partial<Client> | null = {}): Promise<Worker> {
  const app = await TestNode.start()
  const kept: Array<Promise<unknown>> = []
  const fetched: string[] = []
  const open: MessagePort[] = []
  const answer = async (
    request: Request,
    files?: Parameters<ConstructorParameters<typeof CommandPorts>[1]>[1]
  ): Promise<Response> => await handleRpc(request, { root, node: async () => app.node, files })
  const ports = new CommandPorts(ORIGIN, answer)
  const client = source == null
    ? null
    : {
      id: '1',
      url: `${ORIGIN}/`,
      type: 'window',
      frameType: 'top-level',
      postMessage: () => {},
      ...source
    } satisfies Client

  vi.stubGlobal('navigator', {
    serviceWorker: {
      controller: {
        postMessage ({ type }: { type: string }, transfer: MessagePort[] = []) {
          if (type === 'command-port') {
            open.push(...transfer)
            acceptCommandPort(
              {
                source: client,
                ports: transfer,
                waitUntil: (work) => {
                  kept.push(work)
                }
              },
              ORIGIN,
              ports
            )
          } else {
            kept.push(ports.whenIdleOrPinged())
          }
        }
      }
    }
  })
  vi.stubGlobal('fetch', async (target: string, init: RequestInit) => {
    fetched.push(target)
    return await answer(new Request(ORIGIN + target, { ...init, duplex: 'half' } as RequestInit))
  })

  const die = (): void => {
    open.forEach((port) => {
      port.close()
    })
  }
  ends.push(() => {
    die()
  }, async () => {
    await app.node.stop()
  })
  return { app, kept, fetched, ports, die }
}

function body (files: Array<[path: string, text: string]>): FormData {
  const form = new FormData()
  files.forEach(([path, text]) => {
    form.append('file', new Blob([text]), encodeURIComponent(path))
  })
  return form
}

describe('a command over a port', () => {
  it.each<[string, string, Array<[string, string]>]>([
    ['block/put', 'block/put?cid-codec=raw', [['', 'a block']]],
    ['dag/put', 'dag/put?store-codec=dag-cbor', [['', '{"a":[1,{"/":{"bytes":"YWJj"}}]}']]],
    ['add of a directory', 'add?cid-version=1&progress=true', [['d/a', 'one'], ['d/ü b', 'two'], ['d/e/f', '']]],
    ['add of two', 'add?quiet=true', [['a', 'one'], ['b', 'two']]],
    ['an invalid option', 'add?chunker=size-0', [['a', 'one']]],
    ['an unknown command', 'no/such', [['a', 'one']]],
    ['a missing argument', 'files/write', [['a', 'one']]],
    ['a text argument sent as a file', 'cid/format', [['', 'bafkqaaa']]]
  ])('returns the same response as fetch: %s', async (_, target, files) => {
    const { fetched } = await page()
    const [command, query] = target.split('?')
    const more = { query: new URLSearchParams(query) }
    const told = async (work: Promise<Response>): Promise<unknown> =>
      await work.then(
        async (response) => [response.status, [...response.headers], await response.text()],
        ({ name, status, message }: Error & { status: number }) => [name, status, message]
      )
    const byPort = await told(
      call(command, { ...more, files: files.map(([path, text]) => ({ path, content: new Blob([text]) })) })
    )
    expect(fetched).toEqual([])
    const byFetch = await told(call(command, { ...more, body: body(files) }))
    expect(byPort).toEqual(byFetch)
    expect(fetched).toHaveLength(1)
  })

  it('sends exactly the bytes of a view', async () => {
    await page()
    const bytes = new TextEncoder().encode('xxa blockxx').subarray(2, 9)
    const { Key } = await rpc<{ Key: string }>('block/put', { files: [{ path: '', content: bytes }] })
    expect(Key).toBe((await rpc<{ Key: string }>('block/put', { body: body([['', 'a block']]) })).Key)
    expect(bytes.byteLength).toBe(7)
  })

  it('adds thousands of files as few Blobs', async () => {
    const { app, fetched } = await page()
    const entries = Array.from({ length: 3000 }, (_, i) => ({ path: `many/${i}`, content: new Blob([`file ${i}`]) }))
    entries.splice(700, 0, { path: 'many/large', content: new Blob([new Uint8Array(3_000_000).fill(7)]) })
    const told: number[] = []
    const { cid } = await add(entries, {
      onProgress: (bytes) => {
        told.push(bytes)
      }
    })
    expect(fetched).toEqual([])
    expect(told.at(-1)).toBe(entries.reduce((sum, { content }) => sum + content.size, 0))
    expect(await app.pins()).toEqual([`recursive ${cid}`])
    expect((await app.rpc(`cat?arg=${cid}/2999`)).text).toBe('file 2999')
    expect((await app.rpc(`cat?arg=${cid}/large&length=3`)).text).toBe('\x07\x07\x07')
  })

  it('reports a changed file that is unreadable, and stores nothing', async () => {
    const { app } = await page()
    const before = await app.blocks()
    const files = [{ path: 'd/a', content: new Blob(['first']) }, { path: 'd/b', content: new Blob(['second']) }]
    vi.spyOn(Blob.prototype, 'stream').mockImplementation(() =>
      new ReadableStream({
        pull (controller) {
          controller.error(new DOMException('gone', 'NotReadableError'))
        }
      })
    )
    vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValue(new DOMException('gone', 'NotReadableError'))
    await expect(add(files)).rejects.toMatchObject({ name: 'FileChangedError' })
    vi.restoreAllMocks()
    expect([await app.blocks(), await app.pins()]).toEqual([before, []])
  })

  describe('during an upload', () => {
    /** Starts an `add` of two files. The first file is read, and the second never arrives. */
    async function half (
      worker: Worker,
      signal?: AbortSignal
    ): Promise<{ ended: Promise<unknown>; state: { cancelled: boolean } }> {
      const state = { cancelled: false }
      const real = Blob.prototype.stream
      vi.spyOn(Blob.prototype, 'stream').mockImplementation(function (this: Blob) {
        return this.size === 6
          ? new ReadableStream({
            cancel () {
              state.cancelled = true
            }
          })
          : real.call(this) as ReadableStream<Uint8Array<ArrayBuffer>>
      })
      const files = [{ path: 'a', content: new Blob([new Uint8Array(2_000_000)]) }, {
        path: 'b',
        content: new Blob(['abcdef'])
      }]
      const response = await call('add', { query: new URLSearchParams('progress=true'), files, signal })
      const ended = response.text().then((text) => {
        throw new Error(`it has ended: ${text}`)
      }, (err: Error) => err)
      await vi.waitUntil(() => worker.app.node.requests.list().length > 0)
      return { ended, state }
    }

    async function nothing ({ app }: Worker, before: string[]): Promise<void> {
      await vi.waitUntil(async () => (await app.blocks()).length === before.length)
      expect([await app.blocks(), await app.pins()]).toEqual([before, []])
    }

    it('is cancelled by an abort, and stores nothing', async () => {
      const worker = await page()
      const before = await worker.app.blocks()
      const controller = new AbortController()
      const { ended, state } = await half(worker, controller.signal)
      controller.abort(new Error('not any more'))
      expect(await ended).toMatchObject({ message: 'not any more' })
      await vi.waitUntil(() => state.cancelled)
      await nothing(worker, before)
    })

    it('is cancelled when its page is closed', async () => {
      const worker = await page()
      const before = await worker.app.blocks()
      let leave = (): void => {}
      vi.stubGlobal('addEventListener', (type: string, listener: () => void) => {
        if (type === 'pagehide') {
          leave = listener
        }
      })
      const { ended, state } = await half(worker)
      leave()
      expect(await ended).toMatchObject({ name: 'PortClosedError' })
      await vi.waitUntil(() => state.cancelled)
      await nothing(worker, before)
    })

    it('reports a worker that was stopped as a cut answer', async () => {
      const worker = await page()
      const real = Blob.prototype.stream
      vi.spyOn(Blob.prototype, 'stream').mockImplementation(function (this: Blob) {
        return this.size === 6 ? new ReadableStream() : real.call(this) as ReadableStream<Uint8Array<ArrayBuffer>>
      })
      const adding = add([{ path: 'b', content: new Blob(['abcdef']) }])
      adding.catch(() => {})
      await vi.waitUntil(() => worker.app.node.requests.list().length > 0)
      worker.die()
      await expect(adding).rejects.toMatchObject({ name: 'AnswerCutError' })
    })
  })

  it('keeps the worker alive while it runs, but not for an idle port', async () => {
    const { kept, ports } = await page()
    await rpc('block/put', { files: [{ path: '', content: new Blob(['a']) }] })
    expect(kept).toHaveLength(1)
    await kept[0]
    await rpc('block/put', { files: [{ path: '', content: new Blob(['b']) }] })
    expect(kept).toHaveLength(2) // the second call over that port, and a ping
    await kept[1]
    ports.closeIdle()
    await new Promise((resolve) => {
      setTimeout(resolve, 20)
    }) // the page is notified
    await rpc('block/put', { files: [{ path: '', content: new Blob(['c']) }] })
    expect(kept).toHaveLength(3) // over another port
  })

  it('does not keep the worker alive for a port that was closed before it was accepted', async () => {
    let grant = (): void => {}
    const locks = {
      request: async (_: string, work: () => Promise<void>) =>
        await new Promise<void>((resolve) => {
          grant = resolve
        }).then(work)
    }
    const ports = new CommandPorts(ORIGIN, async () => new Response(), locks as unknown as LockManager)
    const accepted = ports.accept(new MessageChannel().port2)
    ports.closeIdle()
    grant()
    await accepted
  })

  it('fails like fetch if the configuration refuses it', async () => {
    const { app } = await page()
    await app.node.config.set('API.Authorizations', { me: { AuthSecret: 'bearer:x', AllowedPaths: ['/api/v0'] } })
    await expect(rpc('block/put', { files: [{ path: '', content: new Blob(['a']) }] })).rejects.toMatchObject({
      status: 403
    })
  })
})

describe('a command port', () => {
  it.each<[string, Partial<Client> | null]>([
    ['content', { url: `${ORIGIN}/ipfs/bafy/index.html` }],
    ['named content', { url: `${ORIGIN}/ipns/example.com/` }],
    ['mutable files', { url: `${ORIGIN}/mfs/page.html` }],
    ['a foreign frame', { frameType: 'nested' }],
    ['another origin', { url: 'http://evil.localhost:4173/' }],
    ['a document without an address', { url: 'about:srcdoc' }],
    ['an unknown client', null]
  ])('is refused to %s: the call uses fetch, and is refused there', async (_, source) => {
    const { fetched } = await page(source)
    await rpc('block/put', { files: [{ path: '', content: new Blob(['a']) }] })
    expect(fetched).toEqual(['/api/v0/block/put?'])
  })

  it.each<[string, Partial<Client>]>([
    ['another page of the origin', { url: `${ORIGIN}/app/index.html?x#y` }],
    ['a window that was opened', { frameType: 'auxiliary' }],
    ['a worker', { url: `${ORIGIN}/assets/worker.js`, frameType: 'none', type: 'worker' }]
  ])('is granted to %s', async (_, source) => {
    const { fetched } = await page(source)
    await rpc('block/put', { files: [{ path: '', content: new Blob(['a']) }] })
    expect(fetched).toEqual([])
  })
})
