import { MemoryDatastore } from 'datastore-core'
import { Key } from 'interface-datastore'
import { interfaceDatastoreTests } from 'interface-datastore-tests'
import drain from 'it-drain'
import { describe, expect, it } from 'vitest'
import { withRunnerGlobals } from '../../testing/store/store-fixtures.ts'
import { watchedDatastore } from './watched-datastore.ts'

withRunnerGlobals()
const value = Uint8Array.of(1)
const [a, b, c] = ['/a', '/b', '/c'].map((key) => new Key(key))

describe('interface-datastore compliance', () => {
  interfaceDatastoreTests({
    setup: async () => watchedDatastore(new MemoryDatastore(), () => {}),
    teardown: async () => {}
  })
})

describe('a watched datastore', () => {
  it('reports writes after they are done', async () => {
    const reported: string[] = []
    const data = watchedDatastore(new MemoryDatastore(), (keys) => {
      reported.push(keys.join())
    })
    await data.put(a, value)
    await data.delete(a)
    await drain(data.putMany([{ key: a, value }, { key: b, value }]))
    await drain(data.deleteMany([a, b]))
    expect(reported.splice(0)).toEqual(['/a', '/a', '/a', '/b', '/a', '/b'])

    const batch = data.batch()
    batch.put(a, value)
    batch.delete(b)
    expect(reported).toEqual([])
    await batch.commit()
    expect(reported.splice(0)).toEqual(['/a,/b'])
    batch.put(c, value)
    await batch.commit()
    expect(reported.splice(0)).toEqual(['/c'])

    await data.get(a)
    await drain(data.query({}))
    expect(reported).toEqual([])
  })

  it('does not report failed writes', async () => {
    const broken = new MemoryDatastore()
    const fail = async (): Promise<never> => {
      throw new Error('the disk is full')
    }
    Object.assign(broken, { put: fail, delete: fail, batch: () => ({ put: () => {}, delete: () => {}, commit: fail }) })
    const reported: Key[] = []
    const data = watchedDatastore(broken, (keys) => {
      reported.push(...keys)
    })
    await expect(data.put(a, value)).rejects.toThrow('full')
    await expect(data.delete(a)).rejects.toThrow('full')
    const batch = data.batch()
    batch.put(a, value)
    await expect(batch.commit()).rejects.toThrow('full')
    expect(reported).toEqual([])
  })
})
