import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pageOfNode } from '../../testing/http/page-of-node.ts'
import { TestNode } from '../../testing/test-node.ts'
import { appData } from './app-data.ts'

let app: TestNode
let targets: string[]

beforeEach(async () => {
  app = await TestNode.start()
  targets = pageOfNode(app)
})

afterEach(() => {
  vi.unstubAllGlobals()
})

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

async function nodeKeys (): Promise<string[]> {
  const keys: string[] = []
  for await (const key of app.node.datastore.queryKeys({})) {
    keys.push(key.toString())
  }
  return keys
}

it('stores the rows of an app, and returns them', async () => {
  const all = Uint8Array.from({ length: 70_000 }, (_, i) => i)
  expect(await appData({ put: [['/a/1', all], ['/a/2', bytes('two')], ['/b', bytes('')]] })).toEqual({
    keys: [],
    values: []
  })
  expect(await appData({ remove: ['/a/2'], get: ['/a/1', '/nothing', '/b'] })).toEqual({
    keys: [],
    values: [all, undefined, bytes('')]
  })
  expect((await appData({ prefix: '/' })).keys.sort()).toEqual(['/a/1', '/b'])
  expect((await appData({ prefix: '/a' })).keys).toEqual(['/a/1'])
})

it('accepts changes as large as a batch of Helia, and reads many rows in a few short requests', async () => {
  const put = Array.from({ length: 1200 }, (_, i): [string, Uint8Array] => [`/${i}/"ü\n`, bytes(String(i))])
  const keys = put.map(([key]) => key)
  await appData({ put })
  expect(targets).toHaveLength(1)
  expect((await appData({ prefix: '/' })).keys).toHaveLength(1200)
  targets.length = 0
  expect((await appData({ get: keys })).values).toEqual(put.map(([, value]) => value))
  expect(targets.length).toBeLessThan(10)
  await appData({ get: [`/${'ü'.repeat(1000)}`, `/${'u'.repeat(1000)}`, `/${'ü'.repeat(1001)}`] })
  expect(Math.max(...targets.map(({ length }) => length))).toBeLessThan(16_000)
  await appData({ remove: keys })
  expect((await appData({ prefix: '/' })).keys).toEqual([])
})

it('cannot reach rows of the node', async () => {
  const before = await nodeKeys()
  await appData({ remove: ['/local/config', '/../local/config', '//local/config'] })
  expect((await appData({ get: ['/local/config', '/../local/config'] })).values).toEqual([undefined, undefined])
  expect((await appData({ prefix: '/' })).keys).toEqual([])
  expect(await nodeKeys()).toEqual(before)
})

it.each([
  [{ put: [['a', bytes('')]] as Array<[string, Uint8Array]> }, /begins with/],
  [{ put: [[`/${'x'.repeat(1024)}`, bytes('')]] as Array<[string, Uint8Array]> }, /1024/],
  [{ put: [['/a', new Uint8Array(1024 * 1024 + 1)]] as Array<[string, Uint8Array]> }, /1048576/],
  [{ put: [['/a', 'text']] as unknown as Array<[string, Uint8Array]> }, /a value is/],
  [{ remove: Array.from({ length: 16_385 }, (_, i) => `/${i}`) }, /16384/]
])('refuses oversized or invalid input (%#), and changes nothing', async (question, message) => {
  const changes = { ...question, ...'put' in question ? { put: [['/first', bytes('x')], ...question.put] } : {} }
  await expect(appData(changes as Parameters<typeof appData>[0])).rejects.toMatchObject({
    name: 'AppDataError',
    message: expect.stringMatching(message) as string
  })
  expect((await appData({ prefix: '/' })).keys).toEqual([])
})
