import { MemoryDatastore } from 'datastore-core'
import { expect, it } from 'vitest'
import { MemoryBlockstore } from '../../store/blockstore/memory-blockstore.ts'
import { TestNode } from '../../testing/test-node.ts'
import { Services } from '../services/services.ts'
import { FolderPublisher, PUBLISHED_ROWS } from './folder-publisher.ts'
import type { PublishedRow } from './folder-publisher.ts'

/** Starts a node with the service, with a manual clock. */
async function boot (stores: { datastore: MemoryDatastore; blockstore: MemoryBlockstore }) {
  const test = await TestNode.start(stores)
  const due: Array<() => void> = []
  const services = new Services()
  services.add(
    new FolderPublisher(test.node, {
      later: (call) => {
        due.push(call)
        return () => {
          due.splice(due.indexOf(call), 1)
        }
      }
    })
  )
  await services.start()

  return {
    node: test.node,
    rpc: async (target: string) => await test.rpc(target),
    isDue: () => due.length > 0,
    /** runs the next check to its end */
    async look () {
      test.node.changes.flush()
      due.shift()?.()
      await new Promise((resolve) => {
        setTimeout(resolve)
      })
      await services.idle()
      await new Promise((resolve) => {
        setTimeout(resolve)
      })
    },
    async close () {
      await services.stop()
      await test.node.stop()
    },
    async change (name: string): Promise<string> {
      await test.rpc(`files/mkdir?arg=/photos/${name}&parents=true`)
      return `/ipfs/${((await test.rpc('files/stat?arg=/photos&hash=true')).lines[0] as { Hash: string }).Hash}`
    },
    async target (name: string): Promise<string | undefined> {
      return ((await test.rpc(`name/resolve?arg=${name}&offline=true`)).lines[0] as { Path?: string }).Path
    },
    async row (name: string): Promise<PublishedRow | undefined> {
      const { lines } = await test.rpc(`swipfs/app-data/get?arg=${PUBLISHED_ROWS}/${name}`)
      const { Value } = lines[0] as { Value: string | null }
      return Value == null ? undefined : JSON.parse(atob(Value)) as PublishedRow
    },
    async write (name: string, row: PublishedRow | undefined): Promise<void> {
      const body = new FormData()
      body.append(
        'file',
        new Blob([
          JSON.stringify({
            Key: `${PUBLISHED_ROWS}/${name}`,
            ...row == null ? {} : { Value: btoa(JSON.stringify(row)) }
          })
        ])
      )
      expect((await test.rpc('swipfs/app-data/change', { body })).status).toBe(200)
    }
  }
}

it('a name follows its folder, also after a stop before the change was published', async () => {
  const stores = { datastore: new MemoryDatastore(), blockstore: new MemoryBlockstore() }
  const first = await boot(stores)
  const { Id } = (await first.rpc('key/gen?arg=photos')).lines[0] as { Id: string }
  const one = await first.change('one')
  await first.write(Id, { path: '/photos' })
  await first.look()
  expect(await first.target(Id)).toBe(one)
  expect(await first.row(Id)).toMatchObject({ path: '/photos', cid: one.slice(6), places: [] })

  const two = await first.change('two')
  await first.look()
  expect(await first.target(Id)).toBe(two)

  const three = await first.change('three')
  await first.close()
  const second = await boot(stores)
  await second.look()
  expect(await second.target(Id)).toBe(three)

  // Without its row it no longer follows.
  await second.write(Id, undefined)
  await second.change('four')
  await second.look()
  expect([await second.target(Id), await second.row(Id)]).toEqual([three, undefined])
  await second.close()
})

it('states why a folder could not be published, and tries again', async () => {
  const test = await boot({ datastore: new MemoryDatastore(), blockstore: new MemoryBlockstore() })
  const { Id } = (await test.rpc('key/gen?arg=photos')).lines[0] as { Id: string }
  await test.write(Id, { path: '/photos' })
  await test.look()
  expect(await test.row(Id)).toEqual({ path: '/photos', problem: 'file does not exist' })
  expect(test.isDue()).toBe(true)

  const one = await test.change('one')
  await test.look()
  expect(await test.target(Id)).toBe(one)
  expect((await test.row(Id))?.problem).toBeUndefined()
  await test.close()
})
