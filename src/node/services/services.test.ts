import { describe, expect, it } from 'vitest'
import { gate } from '../../testing/gate.ts'
import { TestNode } from '../../testing/test-node.ts'
import { Services } from './services.ts'
import type { Service, ServiceContext } from './services.ts'

async function tasks (): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, 5)
  })
}

function recorded (calls: string[], name: string, start: Service['start'] = async () => {}): Service {
  return {
    name,
    start: async (context) => {
      calls.push(`start ${name}`)
      await start(context)
    },
    stop: async () => {
      calls.push(`stop ${name}`)
    }
  }
}

describe('services', () => {
  it('start in order and stop in reverse order, once', async () => {
    const calls: string[] = []
    const services = new Services()
    services.add(recorded(calls, 'a', tasks))
    services.add(recorded(calls, 'b'))
    expect(calls).toEqual([])
    await Promise.all([services.start(), services.start()])
    expect(services.list().map(({ name, state }) => [name, state])).toEqual([['a', 'running'], ['b', 'running']])
    expect(() => {
      services.add(recorded(calls, 'c'))
    }).toThrow('was added after the start')
    await Promise.all([services.stop(), services.stop()])
    await services.start()
    expect(calls).toEqual(['start a', 'start b', 'stop b', 'stop a'])
    expect(services.list().every(({ state }) => state === 'stopped')).toBe(true)
  })

  it('that fail to start are reported, and do not affect others', async () => {
    const calls: string[] = []
    const services = new Services()
    services.add(recorded(calls, 'a', async () => {
      throw new Error('no relay')
    }))
    services.add(recorded(calls, 'b'))
    await services.start()
    expect(services.list()).toMatchObject([{ state: 'failed', error: { message: 'no relay' } }, { state: 'running' }])
    await services.stop()
    expect(calls).toEqual(['start a', 'start b', 'stop b', 'stop a'])
  })

  it('that were never started need no stop, and a stopped node starts none', async () => {
    const calls: string[] = []
    const services = new Services()
    services.add(recorded(calls, 'a'))
    await services.stop()
    await services.start()
    expect(calls).toEqual([])
  })

  it('hold the node while they work, and are aborted when it stops', async () => {
    const calls: string[] = []
    let held = 0
    const services = new Services(async (work) => {
      held++
      await work().finally(() => {
        held--
      })
    })
    const first = gate()
    let context!: ServiceContext
    services.add(recorded(calls, 'a', async (given) => {
      context = given
      void given.background(async () => {
        await first.opened
      })
      void given.background(async (signal) => {
        await new Promise((resolve) => {
          signal.addEventListener('abort', resolve)
        })
        calls.push('aborted')
        signal.throwIfAborted()
      }).catch(() => {})
    }))
    await services.start()
    expect([held, services.list()[0].working]).toEqual([2, 2])
    first.open()
    await tasks()
    expect([held, services.list()[0].working]).toEqual([1, 1])
    await services.stop()
    expect(held).toBe(0)
    expect(calls).toEqual(['start a', 'aborted', 'stop a'])
    expect(services.list()[0].error).toBeUndefined() // a stop is not a failure
    await expect(context.background(async () => {
      calls.push('late')
    })).rejects.toMatchObject({ name: 'AbortError' })
    expect(calls).not.toContain('late')
  })

  it('report failed work, even if it is not awaited', async () => {
    const services = new Services()
    services.add({
      name: 'a',
      start: async ({ background }) => {
        void background(async () => {
          throw new Error('no room')
        })
      }
    })
    await services.start()
    await services.idle()
    expect(services.list()).toMatchObject([{ state: 'running', working: 0, error: { message: 'no room' } }])
  })

  it('of a node stop before its stores are closed', async () => {
    const calls: string[] = []
    const { node } = await TestNode.start({
      services: [(opened) => ({
        name: 'a',
        start: async ({ background }) => {
          background(async (signal) => {
            await new Promise((resolve) => {
              signal.addEventListener('abort', resolve)
            })
            calls.push(`${(await opened.blockstore.stat()).blocks} block`)
          }).catch(() => {})
        },
        stop: async () => {
          calls.push('stopped')
        }
      })]
    })
    const close = node.blockstore.close.bind(node.blockstore)
    expect(node.services.list()).toContainEqual({ name: 'a', state: 'new', working: 0 })
    await node.services.start()
    node.blockstore.close = async () => {
      calls.push('closed')
      await close()
    }
    await node.stop()
    expect(calls.slice(0, 2)).toEqual(['1 block', 'stopped'])
  })
})
