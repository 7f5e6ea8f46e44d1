import type { Batch, Datastore, Key } from 'interface-datastore'

/**
 * Wraps a datastore so that it reports rows after they were written or deleted.
 *
 * @param written - called with the keys of one change. Must not throw
 */
export function watchedDatastore<D extends Datastore> (data: D, written: (keys: readonly Key[]) => void): D {
  async function* reportEach<T> (done: AsyncIterable<T>, keyOf: (item: T) => Key): AsyncGenerator<T> {
    for await (const item of done) {
      written([keyOf(item)])
      yield item
    }
  }

  const watched: Partial<Datastore> = {
    async put (key, value, options) {
      const put = await data.put(key, value, options)
      written([key])
      return put
    },

    async delete (key, options) {
      await data.delete(key, options)
      written([key])
    },

    putMany: (source, options) => reportEach(toAsync(data.putMany(source, options)), (key) => key),
    deleteMany: (source, options) => reportEach(toAsync(data.deleteMany(source, options)), (key) => key),
    batch: () => watchedBatch(data.batch(), written)
  }

  return new Proxy(data, {
    get (target, name) {
      const value: unknown = name in watched ? watched[name as keyof Datastore] : Reflect.get(target, name, target)
      return typeof value === 'function' && !(name in watched) ? value.bind(target) as unknown : value
    }
  })
}

function watchedBatch (batch: Batch, written: (keys: readonly Key[]) => void): Batch {
  const keys: Key[] = []

  return {
    put (key, value) {
      keys.push(key)
      batch.put(key, value)
    },

    delete (key) {
      keys.push(key)
      batch.delete(key)
    },

    async commit (options) {
      await batch.commit(options)
      written(keys.splice(0))
    }
  }
}

async function* toAsync<T> (items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T> {
  yield* items
}
