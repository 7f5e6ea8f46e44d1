import { beforeEach, expect, test } from 'vitest'
import { TestNode } from '../../testing/test-node.ts'

let node: TestNode

beforeEach(async () => {
  node = await TestNode.start()
})

const encoder = new TextEncoder()
const HEAD = '--b\r\nContent-Disposition: form-data; name="file"; filename="slow"\r\n' +
  'Content-Type: application/octet-stream\r\n\r\n'

/** A body that ends on command. */
class SlowUpload {
  readonly init: { body: ReadableStream<Uint8Array>; headers: Record<string, string> }
  #controller!: ReadableStreamDefaultController<Uint8Array>

  constructor () {
    this.init = {
      body: new ReadableStream({
        start: (controller) => {
          this.#controller = controller
        }
      }),
      headers: { 'content-type': 'multipart/form-data; boundary=b' }
    }
    this.#controller.enqueue(encoder.encode(`${HEAD}${'slow'.repeat(1000)}`))
  }

  end (): void {
    this.#controller.enqueue(encoder.encode('\r\n--b--\r\n'))
    this.#controller.close()
  }
}

function file (text: string): { body: FormData } {
  const form = new FormData()
  form.append('file', new Blob([text]), 'file')
  return { body: form }
}

const hasReader = async (): Promise<void> => {
  await expect.poll(() => node.node.gcLock.census().readers).toBe(1)
}
const gcProgress = (): unknown => node.node.jobs.list().find(({ kind }) => kind === 'repo/gc')?.progress.waitsFor

test.each(['add', 'add?pin=false&wrap-with-directory=true', 'files/write?arg=/slow&create=true'])(
  'other writes overtake a collection that waits for a slow %s, and it runs afterwards',
  async (target) => {
    const upload = new SlowUpload()
    const slow = node.rpc(target, upload.init)
    await hasReader()
    const garbage = (await node.rpc('block/put', file('garbage'))).lines[0] as { Key: string }
    const gc = node.rpc('repo/gc')
    await expect.poll(gcProgress).toBe('1 write that began before, such as a slow upload')

    const writes: Array<[string, { body: FormData }?]> = [
      ['files/mkdir?arg=/d'],
      ['files/write?arg=/f&create=true', file('kept in a file')],
      ['block/put?pin=true', file('pinned block')],
      ['dag/put?pin=true', file('{"a":1}')],
      ['add', file('added')],
      ['pin/add?arg=bafkqaaa'],
      ['files/cp?arg=/f&arg=/g'],
      ['files/rm?arg=/f']
    ]

    for (const [target, init] of writes) {
      expect([target, (await node.rpc(target, init)).status]).toEqual([target, 200])
    }

    expect(await node.blocks()).toContain(garbage.Key)
    upload.end()
    await slow
    const removed = (await gc).lines.map((line) => (line as { Key: { '/': string } }).Key['/'])
    expect(removed).toContain(garbage.Key)

    for (const path of ['/g', '/d']) {
      expect((await node.rpc(`files/stat?arg=${path}`)).status).toBe(200)
    }

    // No pinned block was removed.
    expect((await node.rpc('pin/verify?verbose=true')).lines).not.toContainEqual(expect.objectContaining({ Ok: false }))
    expect((await node.rpc('files/read?arg=/g')).text).toBe('kept in a file')
  }
)

test('a waiting collection can be cancelled, and nothing else waits then', async () => {
  const upload = new SlowUpload()
  const slow = node.rpc('add', upload.init)
  await hasReader()
  const controller = new AbortController()
  const gc = node.rpc('repo/gc', { signal: controller.signal })
  await expect.poll(gcProgress).toBeDefined()
  controller.abort()
  await gc.catch(() => {})
  await expect.poll(() => node.node.jobs.list().some(({ kind, state }) => kind === 'repo/gc' && state === 'running'))
    .toBe(false)
  expect((await node.rpc('files/mkdir?arg=/d')).status).toBe(200)
  upload.end()
  expect((await slow).status).toBe(200)
})
