import '../../../src/libp2p/host/promise-with-resolvers.ts'

import { expect, it } from 'vitest'
import { FEW_UNCONFIRMED_BYTES, MANY_UNCONFIRMED_BYTES, MAX_UNCONFIRMED_BYTES } from '../door/peer-bounds.ts'
import { SendWindow, UnconfirmedBytes } from './send-window.ts'

const CHUNK_BYTES = 64 * 1024

/** Opens a window with a peer that answers on command. */
function opened (all = new UnconfirmedBytes()) {
  const seen = { asked: 0, drained: 0, failed: [] as string[] }
  let answer = Promise.withResolvers<number>()

  const window = new SendWindow({
    all,
    ask: async () => {
      seen.asked++
      return await answer.promise
    },
    drained: () => {
      seen.drained++
    },
    failed: (err) => {
      seen.failed.push(err.message)
    }
  })

  const settle = async (how: (answer: PromiseWithResolvers<number>) => void): Promise<void> => {
    const before = answer
    answer = Promise.withResolvers<number>()
    how(before)
    await turns()
  }

  return { window, seen, settle }
}

/** Runs all pending microtasks. */
async function turns (): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, 0)
  })
}

async function fill (window: SendWindow): Promise<number> {
  let sent = CHUNK_BYTES

  while (window.sent(CHUNK_BYTES)) {
    sent += CHUNK_BYTES
    await turns()
  }

  return sent
}

it('pings while there is room, and continues only when the peer has answered', async () => {
  const { window, seen, settle } = opened()
  const sent = await fill(window)
  expect(sent).toBeGreaterThan(MAX_UNCONFIRMED_BYTES)
  expect(sent).toBeLessThanOrEqual(MAX_UNCONFIRMED_BYTES + CHUNK_BYTES)
  expect([seen.asked, seen.drained]).toEqual([1, 0])
  await settle(({ resolve }) => {
    resolve(1)
  })
  expect(seen.drained).toBe(1)
  expect(window.sent(CHUNK_BYTES)).toBe(true)
})

it('gives up on a peer that confirms no data', async () => {
  const { window, seen, settle } = opened()
  await fill(window)
  await settle(({ reject }) => {
    reject(new Error('no answer'))
  })
  expect(seen.failed).toEqual(['no answer'])
})

it('reduces the limit per peer while the total is high, and restores it when peers disconnect', async () => {
  const all = new UnconfirmedBytes()
  const many = Array.from({ length: MANY_UNCONFIRMED_BYTES / MAX_UNCONFIRMED_BYTES }, () => opened(all))

  for (const { window } of many) {
    await fill(window)
  }

  const { window } = opened(all)
  expect(await fill(window)).toBeLessThanOrEqual(FEW_UNCONFIRMED_BYTES + 2 * CHUNK_BYTES)
  many.forEach(({ window }) => {
    window.close()
    window.close()
  })
  expect(all.limit).toBe(MAX_UNCONFIRMED_BYTES)
})
