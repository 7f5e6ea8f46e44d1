import type { Datastore } from 'interface-datastore'
import type { Blockstore, WriteBounds } from '../../store/blockstore/blockstore.ts'

/**
 * Called before and after every write; an exception simulates the end of the worker (see `KillSwitch`), or a failing
 * disk.
 */
export type WriteHook = (operation: string) => void

/** Wraps a datastore so that its writes can fail or be killed. Batches are atomic. */
export function killableDatastore<T extends Datastore> (data: T, hook: WriteHook): T {
  const hooked = withHook(hook)

  return intercept(data, {
    put: hooked('put', data.put.bind(data)),
    delete: hooked('delete', data.delete.bind(data)),
    batch: () => {
      const batch = data.batch()
      return { ...batch, commit: hooked('batch', batch.commit.bind(batch)) }
    }
  })
}

/** Wraps a blockstore so that its writes can fail or be killed. */
export function killableBlockstore<T extends Blockstore> (store: T, hook: WriteHook): T {
  const hooked = withHook(hook)

  return intercept(store, {
    put: hooked('put', store.put.bind(store)),
    remove: hooked('remove', store.remove.bind(store)),
    flush: hooked('flush', store.flush.bind(store)),
    session: (bounds?: WriteBounds) => {
      const session = store.session(bounds)

      return {
        capabilities: {},
        put: hooked('session put', session.put.bind(session)),
        prepare: hooked('prepare', session.prepare.bind(session)),
        commit: hooked('commit', session.commit.bind(session)),
        rollback: hooked('rollback', session.rollback.bind(session))
      }
    }
  })
}

function intercept<T extends object> (target: T, methods: Record<string, unknown>): T {
  return new Proxy(target, {
    get: (target, name) => {
      const value: unknown = Object.hasOwn(methods, name) ? methods[name as string] : Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) as unknown : value
    }
  })
}

function withHook (hook: WriteHook) {
  return <A extends unknown[], R>(operation: string, write: (...args: A) => R) =>
  async (
    ...args: A
  ): Promise<Awaited<R>> => {
    hook(operation)
    const result = await write(...args)
    hook(operation)
    return result
  }
}
