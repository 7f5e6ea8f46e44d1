import { expect, it } from 'vitest'
import { openKeys } from '../../src/keys/backup/open-keys.ts'
import { restoreKeys } from '../../src/keys/backup/restore-keys.ts'
import { TestNode } from '../../src/testing/test-node.ts'
import type { LazyNode } from '../node/lazy-node.ts'
import { answerExportKey, answerSealKeys } from './key-backup.ts'

async function holder (): Promise<
  { lazy: Pick<LazyNode, 'hold'>; make: (name: string) => Promise<unknown> }
> {
  const { node } = await TestNode.start()
  return {
    lazy: { hold: async (work) => await work(node) },
    make: async (name) => await node.keys.generate(name, { type: 'ed25519' })
  }
}

it('transfers the keys of one node to another, and reports failures', async () => {
  const from = await holder()
  const { node: to } = await TestNode.start()
  await from.make('blog')
  const { sealed, count, error } = await answerSealKeys(from.lazy, { password: 'a long password' })
  expect([count, error]).toEqual([2, undefined])
  expect(await answerSealKeys(from.lazy, { password: 'short' })).toEqual({
    type: 'seal-keys',
    error: 'the password needs 8 characters at least'
  })

  const keys = await openKeys(sealed!, 'a long password')
  await restoreKeys(to.keys, keys, { whenTaken: 'rename' })
  expect((await to.keys.list()).map(({ name }) => name)).toEqual(['self', 'blog', 'self of a backup'])
})

it("exports one key as a file for another node, never the node's own, and reports failures", async () => {
  const from = await holder()
  await from.make('blog')
  const { key } = await answerExportKey(from.lazy, { name: 'blog', format: 'pem-pkcs8-cleartext' })
  expect(new TextDecoder().decode(key)).toMatch(/^-----BEGIN PRIVATE KEY-----/)
  const { node } = await TestNode.start()
  await node.keys.importKey('blog', key!, { format: 'pem-pkcs8-cleartext', anyType: false })
  expect(
    (await answerExportKey({ hold: async (work) => await work(node) }, { name: 'blog', format: 'pem-pkcs8-cleartext' }))
      .key
  ).toEqual(key)
  expect(await answerExportKey(from.lazy, { name: 'self', format: 'pem-pkcs8-cleartext' })).toEqual({
    type: 'export-key',
    error: "cannot export key with name 'self'"
  })
  expect((await answerExportKey(from.lazy, { name: 'none', format: 'pem-pkcs8-cleartext' })).error).toContain(
    "doesn't exist"
  )
  expect((await answerExportKey(from.lazy, { name: 'blog', format: 'jwk' })).error).toContain(
    'unrecognized export format'
  )
})
