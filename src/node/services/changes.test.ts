import { MemoryDatastore } from 'datastore-core'
import { Key } from 'interface-datastore'
import { CID } from 'multiformats/cid'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TestNode } from '../../testing/test-node.ts'
import { Changes } from './changes.ts'
import type { Topic } from './changes.ts'

const HELLO = 'bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq'

describe('changes', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('that happen together are reported together, soon and once', () => {
    const changes = new Changes()
    const heard: Array<readonly Topic[]> = []
    const stop = changes.on((topics) => {
      heard.push(topics)
    })
    for (let i = 0; i < 10_000; i++) {
      changes.notify('repo')
    }
    changes.notify('pins')
    expect(heard).toEqual([])
    vi.advanceTimersByTime(100)
    expect(heard).toEqual([['pins', 'repo']])
    vi.advanceTimersByTime(10_000)
    changes.notify('config')
    changes.flush()
    expect(heard).toEqual([['pins', 'repo'], ['config']])
    expect(vi.getTimerCount()).toBe(0)
    stop()
    changes.notify('pins')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('of a storm are reported at each interval, not only at its end', () => {
    const changes = new Changes()
    let reports = 0
    changes.on(() => {
      reports++
    })
    for (let i = 0; i < 1000; i++) {
      changes.notify('repo')
      vi.advanceTimersByTime(1)
    }
    expect(reports).toBeGreaterThanOrEqual(9)
    expect(reports).toBeLessThanOrEqual(10)
  })
})

describe('a node', () => {
  async function changedTopics (
    work: (node: TestNode) => Promise<unknown>,
    prepare: (node: TestNode) => Promise<unknown> = async () => {}
  ): Promise<Topic[]> {
    const data = new MemoryDatastore()
    const node = await TestNode.start({ datastore: data })
    await prepare(node)
    const heard = new Set<Topic>()
    node.node.changes.on((topics) => {
      topics.forEach((topic) => heard.add(topic))
    })
    await work(node)
    await node.node.stop() // pending changes are reported before the stop
    return [...heard].sort()
  }

  const form = (): FormData => {
    const body = new FormData()
    body.append('file', new Blob(['hello']), 'hello.txt')
    return body
  }
  const add = async (node: TestNode): Promise<unknown> => await node.rpc('add?cid-version=1', { body: form() })

  it.each<[string, Topic[], (node: TestNode) => Promise<unknown>, ((node: TestNode) => Promise<unknown>)?]>([
    ['an add', ['pins', 'repo'], add],
    ['an add that pins nothing', ['repo'], async (node) => await node.rpc('add?pin=false', { body: form() })],
    [
      'a pin',
      ['pins'],
      async (node) => await node.rpc(`pin/add?arg=${HELLO}`),
      async (node) => await node.rpc('add?cid-version=1&pin=false', { body: form() })
    ],
    ['a pin that goes', ['pins'], async (node) => await node.rpc(`pin/rm?arg=${HELLO}`), add],
    ['a block', ['repo'], async (node) => await node.rpc('block/put', { body: form() })],
    [
      'blocks that go',
      ['repo'],
      async (node) => await node.rpc('repo/gc'),
      async (node) => await node.rpc('add?pin=false', { body: form() })
    ],
    ['a setting', ['config'], async (node) => await node.rpc('config?arg=Gateway.NoFetch&arg=true&bool=true')],
    ['a mutable file', ['files', 'repo'], async (node) => await node.rpc('files/mkdir?arg=/a')],
    ['a key', ['keys'], async (node) => await node.rpc('key/gen?arg=k&type=ed25519')],
    ['a row that is of use to the node alone', [], async ({ node }) => {
      await node.datastore.put(new Key('/local/other'), new Uint8Array(1))
    }],
    [
      'reading',
      [],
      async (node) => [await node.rpc(`cat?arg=${HELLO}`), await node.rpc('pin/ls'), await node.rpc('repo/stat')],
      add
    ]
  ])('reports %s', async (_name, topics, work, prepare) => {
    expect(await changedTopics(work, prepare)).toEqual(topics)
  })

  it('reports blocks that are rolled back', async () => {
    const cid = CID.parse(HELLO)
    const start = await TestNode.start()
    const heard: Topic[] = []
    const session = start.node.blockstore.session()
    await session.put(cid, new TextEncoder().encode('hello'))
    start.node.changes.on((topics) => {
      heard.push(...topics)
    })
    await session.rollback()
    await start.node.stop()
    expect(heard).toEqual(['repo'])
  })
})
