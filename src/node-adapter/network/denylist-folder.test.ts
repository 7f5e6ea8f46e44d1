import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DENYLIST_VECTORS, VECTOR_LIST } from '../../testing/dag/denylist-vectors.ts'
import { TestNode } from '../../testing/test-node.ts'
import { startNode } from '../start.ts'
import type { StartedNode } from '../start.ts'

const CID = 'bafkreihvvulpp4evxj7x7armbqcyg6uezzuig6jp3lktpbovlqfkuqeuoq'

let folder: string
let started: StartedNode | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swipfs-denylists-'))
})
afterEach(async () => {
  await started?.close()
  await started?.node.stop()
  await rm(folder, { recursive: true, force: true })
})

async function status (path: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${started?.gatewayPort}${path}`, { redirect: 'manual' })
  await response.body?.cancel()
  return response.status
}

it('reads the files of a folder before the first request, and follows their changes', async () => {
  await writeFile(join(folder, 'vectors.deny'), VECTOR_LIST)
  await writeFile(join(folder, 'notes.txt'), `/ipfs/${CID}`)
  started = await startNode({ offline: true, denylists: folder })
  const { node } = started
  const app = Object.assign(Object.create(TestNode.prototype) as TestNode, { node })
  expect((await app.rpc('swipfs/denylist/ls')).lines).toMatchObject([{
    Name: 'vectors.deny',
    Source: join(folder, 'vectors.deny')
  }])

  for (const { path, isBlocked } of DENYLIST_VECTORS) {
    const { lines } = await app.rpc(`swipfs/denylist/check?arg=${encodeURIComponent(path)}`)
    expect(lines[0], path).toMatchObject({ Blocked: isBlocked })
  }

  expect(await status(`/ipfs/${CID}`)).toBe(410)
  const changed = async (change: () => Promise<void>): Promise<void> => {
    const done = new Promise<void>((resolve) => {
      const unwatch = node.policy.watch(() => {
        unwatch()
        resolve()
      })
    })
    await change()
    await done
  }

  await changed(async () => {
    await rm(join(folder, 'vectors.deny'))
  })
  expect(await status(`/ipfs/${CID}`)).toBe(404)
  await changed(async () => {
    await rename(join(folder, 'notes.txt'), join(folder, 'notes.deny'))
  })
  expect(await status(`/ipfs/${CID}`)).toBe(410)
})
