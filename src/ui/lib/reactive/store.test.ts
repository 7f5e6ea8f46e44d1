import { Fragment, h, options, render } from 'preact'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { Store, useStore, useStorePart } from './store.ts'

/** A minimal element for components that render nothing. */
const PLACE = {
  nodeType: 1,
  namespaceURI: 'http://www.w3.org/1999/xhtml',
  childNodes: [],
  firstChild: null
} as unknown as Element

const store = new Store<ReadonlyMap<string, string>>(new Map())
let drawn: string[] = []

function Row ({ of }: { of: string }): null {
  drawn.push(`${of} ${useStorePart(store, (all) => all.get(of))}`)
  return null
}

function All (): null {
  drawn.push(`all ${useStore(store).size}`)
  return null
}

function draw (...names: string[]): void {
  render(h(Fragment, {}, h(All, {}), names.map((of, i) => h(Row, { key: i, of }))), PLACE)
}

/** Returns what the action renders. */
async function drawnBy (act: () => void): Promise<string[]> {
  drawn = []
  act()
  await new Promise((resolve) => {
    setTimeout(resolve)
  })
  return drawn
}

beforeAll(() => {
  Object.assign(options, { debounceRendering: queueMicrotask, requestAnimationFrame: queueMicrotask })
})
afterAll(() => {
  Object.assign(options, { debounceRendering: undefined, requestAnimationFrame: undefined })
})
afterEach(() => {
  render(null, PLACE)
})

it('renders only components of the changed part', async () => {
  expect(
    await drawnBy(() => {
      draw('a', 'b', 'c')
    })
  ).toEqual(['all 0', 'a undefined', 'b undefined', 'c undefined'])
  expect(
    await drawnBy(() => {
      store.set(new Map([['b', '1']]))
    })
  ).toEqual(['all 1', 'b 1'])
  expect(
    await drawnBy(() => {
      store.set(new Map(store.value))
    })
  ).toEqual(['all 1'])
  // A component that now shows another part renders it, and follows it.
  expect(
    await drawnBy(() => {
      draw('a', 'c', 'b')
    })
  ).toEqual(['all 1', 'a undefined', 'c undefined', 'b 1'])
  expect(
    await drawnBy(() => {
      store.set(new Map([['b', '2'], ['c', '3']]))
    })
  ).toEqual(['all 2', 'c 3', 'b 2'])
})
