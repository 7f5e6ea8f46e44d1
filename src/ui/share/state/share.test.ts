import { afterEach, describe, expect, it } from 'vitest'
import { closeShare, openShare, share } from './share.ts'

const item = { cid: 'bafy', name: 'lines.txt' }

describe('openShare', () => {
  afterEach(closeShare)

  it('looks up an unknown kind before the links are shown', async () => {
    const { lookUp, resolve } = pendingLookUp()
    const opened = openShare(item, lookUp)
    expect(share.value).toEqual({ item, isLookingUp: true })
    resolve()
    await opened
    expect(share.value).toEqual({ item: { ...item, kind: 'file' } })
  })

  it('shows links without a name if the kind cannot be looked up', async () => {
    await openShare(item, async () => {
      throw new Error('no answer')
    })
    expect(share.value).toEqual({ item: { ...item, kind: undefined } })
  })

  it('uses a known kind, and needs none for content without a name', async () => {
    const never = async (): Promise<never> => {
      throw new Error('is not called')
    }
    await openShare({ ...item, kind: 'folder' }, never)
    expect(share.value).toEqual({ item: { ...item, kind: 'folder' } })
    await openShare({ cid: 'bafy', name: '' }, never)
    expect(share.value).toEqual({ item: { cid: 'bafy', name: '' } })
  })

  it('ignores the kind of a content whose sheet was closed or replaced', async () => {
    for (const leave of [closeShare, () => void openShare({ ...item, cid: 'bafz', kind: 'file' })]) {
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

/** Returns a lookup that ends with a file when `resolve` is called. */
function pendingLookUp (): { lookUp: () => Promise<'file'>; resolve: () => void } {
  let resolve = (): void => {}
  const kind = new Promise<'file'>((end) => {
    resolve = () => {
      end('file')
    }
  })
  return { lookUp: async () => await kind, resolve: () => resolve() }
}
