import { afterEach, expect, it, vi } from 'vitest'
import { untilShown } from './until-shown.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('waits for a prerendered document to be shown', async () => {
  const document = Object.assign(new EventTarget(), { prerendering: true })
  vi.stubGlobal('document', document)
  const seen = vi.fn()
  const shown = untilShown().then(seen)
  await Promise.resolve()
  expect(seen).not.toHaveBeenCalled()
  document.dispatchEvent(new Event('prerenderingchange'))
  await shown
  expect(seen).toHaveBeenCalledTimes(1)
})

it.each([{ prerendering: false }, {}])('does not wait for any other document', async (document) => {
  vi.stubGlobal('document', document)
  await untilShown()
})
