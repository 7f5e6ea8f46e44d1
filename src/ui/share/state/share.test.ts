import { afterEach, describe, expect, it } from 'vitest'
import type { ItemFacts } from '../lib/describe-item.ts'
import { closeShare, openShare, share } from './share.ts'

const item = { cid: 'bafy', name: 'lines.txt' }
const facts: ItemFacts = { kind: 'file', sizeBytes: 7, type: 'text/plain' }

describe('openShare', () => {
  afterEach(closeShare)

  it('reads the facts of an item before its link is shown', async () => {
    const { lookUp, resolve } = pendingLookUp()
    const opened = openShare(item, lookUp)
    expect(share.value).toEqual({ item, isLookingUp: true })
    resolve()
    await opened
    expect(share.value).toEqual({ item: { ...item, ...facts } })
  })

  it('shows a link with the facts that are known if the others cannot be read', async () => {
    await openShare({ ...item, kind: 'folder' }, async () => {
      throw new Error('no answer')
    })
    expect(share.value).toEqual({ item: { ...item, kind: 'folder' } })
  })

  it('ignores the facts of an item whose dialog was closed or replaced', async () => {
    for (const leave of [closeShare, () => void openShare({ ...item, cid: 'bafz' }, pendingLookUp().lookUp)]) {
      const { lookUp, resolve } = pendingLookUp()
      const opened = openShare(item, lookUp)
      leave()
      const left = share.value
      resolve()
      await opened
      expect(share.value).toBe(left)
    }
  })
})

/** Returns a lookup that ends when `resolve` is called. */
function pendingLookUp (): { lookUp: () => Promise<ItemFacts>; resolve: () => void } {
  let resolve = (): void => {}
  const found = new Promise<ItemFacts>((end) => {
    resolve = () => {
      end(facts)
    }
  })
  return { lookUp: async () => await found, resolve: () => resolve() }
}
