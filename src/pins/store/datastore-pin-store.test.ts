import { MemoryDatastore } from 'datastore-core'
import fc from 'fast-check'
import all from 'it-all'
import { CID } from 'multiformats/cid'
import { expect, it } from 'vitest'
import { cborNode } from '../../testing/dag/small-dag.ts'
import { killableDatastore } from '../../testing/store/killable.ts'
import { DatastorePinStore } from './datastore-pin-store.ts'
import type { Pin, PinStore } from './pin-store.ts'

const v1 = Array.from({ length: 5 }, (_, i) => cborNode(`node ${i}`).cid)
const a = v1[0]
const b = v1[1]

const cids = fc.constantFrom(...v1)
const pins: fc.Arbitrary<Pin> = fc.record({
  cid: cids,
  mode: fc.constantFrom('recursive', 'direct'),
  name: fc.string({ maxLength: 3 })
})

type Model = Map<string, Pin>

interface Change {
  text: string
  model: (model: Model) => void
  real: (store: PinStore) => Promise<void>
}

const change = fc.oneof(
  pins.map((pin): Change => ({
    text: `put ${pin.cid}`,
    model: (model) => {
      model.set(String(pin.cid), pin)
    },
    real: async (store) => {
      await store.put(pin)
    }
  })),
  cids.map((cid): Change => ({
    text: `remove ${cid}`,
    model: (model) => {
      model.delete(String(cid))
    },
    real: async (store) => {
      await store.remove(cid)
    }
  })),
  fc.tuple(cids, pins).map(([from, pin]): Change => ({
    text: `move ${from} ${pin.cid}`,
    model: (model) => {
      model.delete(String(from))
      model.set(String(pin.cid), pin)
    },
    real: async (store) => {
      await store.move(from, pin)
    }
  })),
  fc.tuple(fc.array(fc.oneof(pins, cids), { maxLength: 6 }), fc.boolean()).map(([steps, fails]): Change => ({
    text: `change ${steps.length} ${fails ? 'failing' : ''}`,
    model: (model) => {
      for (const step of fails ? [] : steps) {
        if ('mode' in step) {
          model.set(String(step.cid), step)
        } else {
          model.delete(String(step))
        }
      }
    },
    real: async (store) => {
      await store.change(async (change) => {
        for (const step of steps) {
          if ('mode' in step) {
            change.put(step)
            expect(await change.get(step.cid)).toEqual(step)
          } else {
            change.remove(step)
            expect(await change.get(step)).toBeUndefined()
          }
        }

        if (fails) {
          throw new Error('no')
        }
      }).catch((err: Error) => {
        expect(err.message).toBe('no')
      })
    }
  }))
)

function texts (pins: Iterable<Pin>): string[] {
  return [...pins].map(({ cid, mode, name }) => `${mode} ${cid} ${name}`).sort()
}

it('behaves like a Map, also after a restart', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 25 }), async (changes) => {
      const data = new MemoryDatastore()
      const model: Model = new Map()

      for (const { model: toModel, real } of changes) {
        toModel(model)
        await real(new DatastorePinStore(data))
      }

      const store = new DatastorePinStore(data)
      expect(texts(await all(store.list()))).toEqual(texts(model.values()))
      expect(texts(await all(store.list('direct')))).toEqual(
        texts([...model.values()].filter(({ mode }) => mode === 'direct'))
      )
      expect(texts(await all(store.list('recursive')))).toEqual(
        texts([...model.values()].filter(({ mode }) => mode === 'recursive'))
      )

      for (const cid of v1) {
        expect(await store.get(cid)).toEqual(model.get(String(cid)))
      }
    }),
    { numRuns: 150 }
  )
})

it('stores the two versions of a CID as two pins', async () => {
  const store = new DatastorePinStore(new MemoryDatastore())
  const old = CID.parse('QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn')
  await store.put({ cid: old, mode: 'direct', name: '' })
  expect(await store.get(old.toV1())).toBeUndefined()
  await store.put({ cid: old.toV1(), mode: 'recursive', name: '' })
  expect(texts(await all(store.list()))).toEqual([`direct ${old} `, `recursive ${old.toV1()} `])
})

it('returns whether a pin was removed', async () => {
  const store = new DatastorePinStore(new MemoryDatastore())
  await store.put({ cid: a, mode: 'direct', name: 'ä "☃"' })
  expect(await store.get(a)).toEqual({ cid: a, mode: 'direct', name: 'ä "☃"' })
  expect(await store.remove(a)).toBe(true)
  expect(await store.remove(a)).toBe(false)
})

it('allows no change between reading and writing', async () => {
  const store = new DatastorePinStore(new MemoryDatastore())
  const addOnce = async (name: string): Promise<boolean> =>
    await store.change(async (pins) => {
      if (await pins.get(a) != null) {
        return false
      }
      await new Promise((resolve) => setTimeout(resolve, 1))
      pins.put({ cid: a, mode: 'direct', name })
      return true
    })

  expect(await Promise.all([addOnce('1'), addOnce('2'), addOnce('3')])).toEqual([true, false, false])
  expect((await store.get(a))?.name).toBe('1')
})

it('writes every change as one batch, and no part of a failed one', async () => {
  const writes: string[] = []
  let broken = false

  const store = new DatastorePinStore(killableDatastore(new MemoryDatastore(), (what) => {
    writes.push(what)
    if (broken) {
      throw new Error('no room')
    }
  }))

  await store.put({ cid: a, mode: 'recursive', name: '' })
  await store.move(a, { cid: b, mode: 'recursive', name: '' })
  expect(writes.splice(0)).toEqual(['batch', 'batch', 'batch', 'batch'])

  await store.change(async (pins) => {
    await pins.get(a)
  })
  expect(writes).toEqual([])

  broken = true
  const put: CID[] = []
  store.watch((roots) => {
    put.push(...roots)
  })
  await expect(store.move(b, { cid: a, mode: 'recursive', name: '' })).rejects.toThrow('no room')
  expect(put).toEqual([a])
  expect(texts(await all(store.list()))).toEqual([`recursive ${b} `])
})
