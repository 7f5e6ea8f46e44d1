import { expect, it } from 'vitest'
import type { IpfsNode } from '../../src/node/interface/ipfs-node.ts'
import { TestNode } from '../../src/testing/test-node.ts'
import { answerAppData } from './app-data.ts'

const keysOf = async ({ datastore }: IpfsNode): Promise<string[]> => {
  const keys: string[] = []
  for await (const key of datastore.queryKeys({})) {
    keys.push(key.toString())
  }
  return keys
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

async function asked (): Promise<
  {
    node: IpfsNode
    ask: (question: Omit<Parameters<typeof answerAppData>[1], 'type'>) => ReturnType<typeof answerAppData>
  }
> {
  const { node } = await TestNode.start()
  return {
    node,
    ask: async (question) =>
      await answerAppData({ hold: async (work) => await work(node) }, { type: 'app-data', ...question })
  }
}

it('stores the rows of an app, and returns them', async () => {
  const { ask } = await asked()
  expect(await ask({ put: [['/a/1', bytes('one')], ['/a/2', bytes('two')], ['/b', bytes('b')]] })).toEqual({
    type: 'app-data',
    keys: [],
    values: []
  })
  expect(await ask({ remove: ['/a/2'], get: ['/a/1', '/nothing'] })).toMatchObject({
    values: [bytes('one'), undefined]
  })
  expect((await ask({ prefix: '/' })).keys.sort()).toEqual(['/a/1', '/b'])
  expect((await ask({ prefix: '/a' })).keys).toEqual(['/a/1'])
})

it('accepts changes as large as a batch of Helia', async () => {
  const { ask } = await asked()
  const put = Array.from({ length: 1200 }, (_, i): [string, Uint8Array] => [`/${i}`, bytes(String(i))])
  expect((await ask({ put })).error).toBeUndefined()
  expect((await ask({ prefix: '/' })).keys).toHaveLength(1200)
  expect((await ask({ remove: put.map(([key]) => key) })).error).toBeUndefined()
  expect((await ask({ prefix: '/' })).keys).toEqual([])
})

it('cannot reach rows of the node', async () => {
  const { node, ask } = await asked()
  const before = await keysOf(node)
  await ask({ remove: ['/local/config', '/../local/config', '//local/config'] })
  expect((await ask({ get: ['/local/config', '/../local/config'] })).values).toEqual([undefined, undefined])
  expect((await ask({ prefix: '/' })).keys).toEqual([])
  expect(await keysOf(node)).toEqual(before)
})

it.each([
  [{ put: [['a', bytes('')]] as Array<[string, Uint8Array]> }, /begins with/],
  [{ put: [[`/${'x'.repeat(1024)}`, bytes('')]] as Array<[string, Uint8Array]> }, /1024/],
  [{ put: [['/a', new Uint8Array(1024 * 1024 + 1)]] as Array<[string, Uint8Array]> }, /1048576/],
  [{ put: [['/a', 'text']] as unknown as Array<[string, Uint8Array]> }, /a value has/],
  [
    { put: Array.from({ length: 65 }, (_, i): [string, Uint8Array] => [`/${i}`, new Uint8Array(1024 * 1024)]) },
    /67108864/
  ],
  [{ remove: Array.from({ length: 16_385 }, (_, i) => `/${i}`) }, /16384/],
  [{ get: Array.from({ length: 257 }, (_, i) => `/${i}`) }, /256/]
])('refuses oversized or invalid input (%#), and changes nothing', async (question, words) => {
  const { ask } = await asked()
  expect(
    (await ask({ ...question, ...('put' in question ? { put: [['/first', bytes('x')], ...question.put] } : {}) })).error
  ).toMatch(words)
  expect((await ask({ prefix: '/' })).keys).toEqual([])
})
