import { expect, test } from 'vitest'
import { webRtcInNode } from './web-rtc-in-node.ts'

test('a channel that receives text is closed, and the text is dropped', async ({ skip }) => {
  if (await webRtcInNode() == null) {
    skip('no WebRTC for this system')
  }
  const { RTCDataChannel } = await import('node-datachannel/polyfill')
  let isClosed = false
  let message = (_data: string | Uint8Array): void => {}
  const native = {
    isOpen: () => true,
    getId: () => 1,
    getLabel: () => '',
    getProtocol: () => '',
    onOpen () {},
    onClosed () {},
    onError () {},
    onBufferedAmountLow () {},
    onMessage (heard: typeof message) {
      message = heard
    },
    close () {
      isClosed = true
    }
  }
  const channel = new RTCDataChannel(native as never)
  const heard: unknown[] = []
  channel.onmessage = ({ data }) => {
    heard.push(data)
  }

  message(Uint8Array.of(1, 2))
  expect([isClosed, heard]).toEqual([false, [Uint8Array.of(1, 2).buffer]])
  message('4000000000')
  await expect.poll(() => isClosed).toBe(true)
  expect(heard).toHaveLength(1)
})
