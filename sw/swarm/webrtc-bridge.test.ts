import { beforeEach, expect, test, vi } from 'vitest'
import { acceptWebRtcPage, requestWebRtcPages } from './webrtc-bridge.ts'

const ORIGIN = 'https://node.example'
const SAYS = { type: 'webrtc-page' }

let offered: Array<{ isShown: boolean; id?: string }>
let told: unknown[]
let isWanted: boolean
let refused: number

const door = () => ({
  pages: {
    offer: (_port: MessagePort, offer: { isShown: boolean; id?: string }) => {
      offered.push(offer)
    },
    get isWanted () {
      return isWanted
    }
  }
})
const port = (): MessagePort =>
  ({
    close: () => {
      refused++
    },
    postMessage () {}
  }) as unknown as MessagePort
const page = (init: Partial<WindowClient> = {}): WindowClient => ({
  id: '1',
  url: `${ORIGIN}/app.html`,
  type: 'window',
  frameType: 'top-level',
  visibilityState: 'visible',
  postMessage: (message: unknown) => {
    told.push(message)
  },
  ...init
} as WindowClient)

beforeEach(() => {
  offered = []
  told = []
  isWanted = true
  refused = 0
})

test('the port of a page is passed on, with its visibility and its ID', () => {
  acceptWebRtcPage({ data: SAYS, source: page(), ports: [port()] }, ORIGIN, door())
  acceptWebRtcPage({ data: SAYS, source: page({ visibilityState: 'hidden' }), ports: [port()] }, ORIGIN, door())
  expect(offered).toEqual([{ isShown: true, id: '1' }, { isShown: false, id: '1' }])
})

test('a page that announces itself is asked for a port if one is needed', () => {
  acceptWebRtcPage({ data: SAYS, source: page(), ports: [] }, ORIGIN, door())
  expect(told).toEqual([{ type: 'webrtc-wanted' }])
  isWanted = false
  acceptWebRtcPage({ data: SAYS, source: page(), ports: [] }, ORIGIN, door())
  acceptWebRtcPage({ data: SAYS, source: page(), ports: [] }, ORIGIN, {})
  expect(told).toHaveLength(1)
})

test('a network that is back is passed on, from pages of the node only', () => {
  const isBack = vi.fn()
  const data = { ...SAYS, isBack: true }
  acceptWebRtcPage({ data: SAYS, source: page(), ports: [] }, ORIGIN, { ...door(), isBack })
  acceptWebRtcPage({ data, source: page({ url: `${ORIGIN}/ipfs/bafkqaaa` }), ports: [] }, ORIGIN, { ...door(), isBack })
  expect(isBack).not.toHaveBeenCalled()
  acceptWebRtcPage({ data, source: page(), ports: [] }, ORIGIN, { ...door(), isBack })
  expect(isBack).toHaveBeenCalledOnce()
})

test.each([
  ['content', page({ url: `${ORIGIN}/ipfs/bafkqaaa` })],
  ['a frame', page({ frameType: 'nested' })],
  ['an unknown client', null]
])('%s is ignored, and gets no answer', (_, source) => {
  acceptWebRtcPage({ data: SAYS, source, ports: [port()] }, ORIGIN, door())
  acceptWebRtcPage({ data: SAYS, source, ports: [] }, ORIGIN, door())
  expect([offered, told, refused]).toEqual([[], [], 1])
})

test('a port is closed while the node is no peer', () => {
  acceptWebRtcPage({ data: SAYS, source: page(), ports: [port()] }, ORIGIN, {})
  expect(refused).toBe(1)
})

test('all pages of the node are asked, content is not', async () => {
  const matchAll = vi.fn(async () => [page(), page({ url: `${ORIGIN}/ipns/k` }), page({ frameType: 'nested' })])
  expect(await requestWebRtcPages({ clients: { matchAll } as never, location: { origin: ORIGIN } as WorkerLocation }))
    .toBe(1)
  expect(told).toEqual([{ type: 'webrtc-wanted' }])
})

test('a page that just left is not asked: a message would remove it from the back/forward cache', async () => {
  const matchAll = vi.fn(async () => [page(), page({ id: '2' })])
  const scope = { clients: { matchAll } as never, location: { origin: ORIGIN } as WorkerLocation }
  expect(await requestWebRtcPages(scope, '1')).toBe(1)
  expect(told).toHaveLength(1)
})
