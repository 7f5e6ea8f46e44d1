import { describe, expect, it } from 'vitest'
import type { IpfsNode } from '../../src/node/interface/ipfs-node.ts'
import { Services } from '../../src/node/services/services.ts'
import { LazyNode } from './lazy-node.ts'
import { ServiceStarter } from './service-starter.ts'

interface Worker {
  lazy: LazyNode
  starter: ServiceStarter
  calls: string[]
  /** ends the background work */
  finish: () => void
  answer: () => Promise<void>
}

function worker (): Worker {
  const calls: string[] = []
  let finish!: () => void
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })

  const lazy: LazyNode = new LazyNode(async () => {
    const services = new Services(async (work) => {
      await lazy.hold(work)
    })
    services.add({
      name: 'a',
      start: async ({ background }) => {
        calls.push('start')
        void background(async (signal) => {
          await Promise.race([
            finished,
            new Promise((resolve) => {
              signal.addEventListener('abort', resolve)
            })
          ])
        })
      }
    })
    const node = {
      services,
      jobs: {
        pause: (ms: number) => {
          calls.push(`pause ${ms}`)
        }
      },
      stop: async () => {
        await services.stop()
        calls.push('stop')
      }
    } as unknown as IpfsNode
    starter.opened(node)
    return node
  })

  const starter = new ServiceStarter(lazy)
  const answer = async (): Promise<void> => {
    await lazy.use(async (open) => {
      await open()
      calls.push('answer')
      return new Response(null)
    })
  }
  return { lazy, starter, calls, finish, answer }
}

async function until (reached: () => boolean): Promise<void> {
  while (!reached()) {
    await new Promise((resolve) => {
      setTimeout(resolve, 1)
    })
  }
}

describe('services of a worker', () => {
  it('start after the first answer, once, and their work holds the node', async () => {
    const { lazy, starter, calls, finish, answer } = worker()
    expect(starter.answered()).toBeUndefined() // an answer of the shell, which opens no node
    await answer()
    expect(calls).toEqual(['answer'])
    const idle = starter.answered()
    expect(starter.answered()).toBeUndefined()
    await until(() => calls.includes('start') && lazy.inUse === 1)
    starter.pause() // callers that wait for an idle node do not wait for jobs
    expect(calls).toEqual(['answer', 'start', 'pause 60000'])
    finish()
    await idle
    expect(lazy.inUse).toBe(0)
    await answer()
    expect(starter.answered()).toBeUndefined()
  })

  it('end when another version takes over, so that it can open the repo', async () => {
    const { lazy, starter, calls, answer } = worker()
    await answer()
    void starter.answered()
    await until(() => lazy.inUse === 1 && calls.includes('start'))
    starter.retire()
    lazy.retire()
    await until(() => calls.includes('stop'))
    await answer() // a page that still has the old worker
    expect(starter.answered()).toBeUndefined()
    await until(() => calls.length === 5)
    expect(calls).toEqual(['answer', 'start', 'stop', 'answer', 'stop'])
  })
})
