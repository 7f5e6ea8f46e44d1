import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { allKeys } from '../../keys/backup/all-keys.ts'
import { sealKeys } from '../../keys/backup/seal-keys.ts'
import type { SealedKeys } from '../../keys/backup/sealed-keys.ts'
import { pageOfNode } from '../../testing/http/page-of-node.ts'
import { TestNode } from '../../testing/test-node.ts'
import { restoreKeys } from './restore-keys.ts'

const PASSWORD = 'a long password'

let app: TestNode
let sealed: SealedKeys

beforeEach(async () => {
  const from = await TestNode.start()
  await from.node.keys.generate('blog', { type: 'ed25519' })
  sealed = await sealKeys(await allKeys(from.node.keys), PASSWORD)
  app = await TestNode.start()
  pageOfNode(app)
})

afterEach(() => {
  vi.unstubAllGlobals()
})

async function names (): Promise<string[]> {
  return (await app.node.keys.list()).map(({ name }) => name)
}

it('imports the keys of another node', async () => {
  expect(await restoreKeys(sealed, PASSWORD, { whenTaken: 'look' })).toEqual([
    { name: 'self', is: 'restored', as: 'self of a backup' },
    { name: 'blog', is: 'restored', as: 'blog' }
  ])
  expect(await names()).toEqual(['self'])
  await app.node.keys.generate('blog', { type: 'ed25519' })
  expect(await restoreKeys(sealed, PASSWORD, { whenTaken: 'skip' })).toEqual([
    { name: 'self', is: 'restored', as: 'self of a backup' },
    { name: 'blog', is: 'taken' }
  ])
  expect(await restoreKeys(sealed, PASSWORD, { whenTaken: 'rename' })).toEqual([
    { name: 'self', is: 'here', as: 'self of a backup' },
    { name: 'blog', is: 'restored', as: 'blog (2)' }
  ])
})

it('tells a wrong password from other failures, and imports nothing then', async () => {
  await expect(restoreKeys(sealed, 'another password', { whenTaken: 'rename' })).rejects.toMatchObject({
    name: 'WrongPasswordError'
  })
  await expect(restoreKeys({} as SealedKeys, PASSWORD, { whenTaken: 'rename' })).rejects.toMatchObject({
    name: 'KeyBackupError',
    message: 'the keys are sealed in a way that is not known here'
  })
  expect(await names()).toEqual(['self'])
})
