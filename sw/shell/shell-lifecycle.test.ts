import { expect, it } from 'vitest'
import { shellLifecycle } from './shell-lifecycle.ts'

interface Worker {
  done: string[]
  told: unknown[]
  /** dispatches an event; returns the promise of its `waitUntil` */
  dispatch: (type: 'install' | 'activate') => Promise<unknown>
}

function worker (
  { active = null, load = () => {}, precache = async () => {} }: {
    active?: unknown
    load?: () => void
    precache?: () => Promise<void>
  } = {}
): Worker {
  const done: string[] = []
  const told: unknown[] = []
  const listeners = new Map<string, (event: ExtendableEvent) => void>()

  const scope = {
    addEventListener: (type: string, listener: (event: ExtendableEvent) => void) => {
      listeners.set(type, listener)
    },
    location: { origin: 'http://node' },
    registration: { active },
    skipWaiting: async () => {
      done.push('skip')
    },
    clients: {
      claim: async () => {
        done.push('claim')
      },
      matchAll: async () => [{
        url: 'http://node/',
        frameType: 'top-level',
        postMessage: (message: unknown) => {
          told.push(message)
        }
      }]
    }
  } as unknown as ServiceWorkerGlobalScope

  shellLifecycle(scope, {
    loadScripts: () => {
      done.push('load')
      load()
    },
    shell: {
      precacheShell: async () => {
        done.push('precache')
        await precache()
      },
      dropOldShells: async () => {
        done.push('drop')
      }
    }
  })

  return {
    done,
    told,
    dispatch: async (type) => {
      let work: Promise<unknown> | undefined
      listeners.get(type)!({
        waitUntil: (waited: Promise<unknown>) => {
          work = waited
        }
      } as unknown as ExtendableEvent)
      return await work
    }
  }
}

it('the first version loads its scripts, precaches its shell, and activates immediately', async () => {
  const { done, dispatch } = worker()
  await dispatch('install')
  expect(done).toEqual(['load', 'precache', 'skip'])
})

it('a later version waits', async () => {
  const { done, dispatch } = worker({ active: {} })
  await dispatch('install')
  expect(done).toEqual(['load', 'precache'])
})

it('a version that cannot precache its shell is not installed, and tells the pages why', async () => {
  const { done, told, dispatch } = worker({
    precache: async () => {
      throw new Error('half deployed')
    }
  })
  await expect(dispatch('install')).rejects.toThrow('half deployed')
  expect(done).toEqual(['load', 'precache'])
  expect(told).toEqual([{ type: 'not-installed', message: 'half deployed' }])
})

it('a version whose scripts cannot be loaded is not installed', async () => {
  const { done, told, dispatch } = worker({
    load: () => {
      throw new Error('swarm.js failed to load')
    }
  })
  await expect(dispatch('install')).rejects.toThrow('swarm.js failed to load')
  expect(done).toEqual(['load'])
  expect(told).toEqual([{ type: 'not-installed', message: 'swarm.js failed to load' }])
})

it('an active version deletes older shells, and controls open pages', async () => {
  const { done, dispatch } = worker()
  await dispatch('activate')
  expect(done.sort()).toEqual(['claim', 'drop'])
})
