import { expect, it } from 'vitest'
import { TestNode } from '../../src/testing/test-node.ts'
import type { LazyNode } from '../node/lazy-node.ts'
import { answerExportKey, answerRestoreKeys, answerSealKeys } from './key-backup.ts'

async function holder (): Promise<
  { lazy: Pick<LazyNode, 'hold'>; names: () => Promise<string[]>; make: (name: string) => Promise<unknown> }
> {
  const { node } = await TestNode.start()
  return {
    lazy: { hold: async (work) => await work(node) },
    names: async () => (await node.keys.list()).map(({ name }) => name),
    make: async (name) => await node.keys.generate(name, { type: 'ed25519' })
  }
}

it('transfers the keys of one node to another, and reports failures', async () => {
  const [from, to] = [await holder(), await holder()]
  await from.make('blog')
  const { sealed, count, error } = await answerSealKeys(from.lazy, { password: 'a long password' })
  expect([count, error]).toEqual([2, undefined])
  expect(await answerSealKeys(from.lazy, { password: 'short' })).toEqual({
    type: 'seal-keys',
    error: 'the password needs 8 characters at least'
  })

  expect(await answerRestoreKeys(to.lazy, { sealed: sealed!, password: 'another password', whenTaken: 'rename' }))
    .toMatchObject({ keys: [], isWrong: true })
  expect(
    await answerRestoreKeys(to.lazy, {
      sealed: {} as NonNullable<typeof sealed>,
      password: 'a long password',
      whenTaken: 'rename'
    })
  ).toMatchObject({ keys: [], isWrong: false, error: 'the keys are sealed in a way that is not known here' })
  expect(await to.names()).toEqual(['self'])
  expect(
    (await answerRestoreKeys(to.lazy, { sealed: sealed!, password: 'a long password', whenTaken: 'rename' })).keys.map((
      { as }
    ) => as)
  ).toEqual(['self of a backup', 'blog'])
  expect(await to.names()).toEqual(['self', 'blog', 'self of a backup'])
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
