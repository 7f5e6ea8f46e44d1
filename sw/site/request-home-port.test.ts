import { expect, it, vi } from 'vitest'
import { requestHomePort } from './request-home-port.ts'
import type { AskedPage } from './request-home-port.ts'

interface TestPage extends AskedPage {
  /** whether it was asked to get a port */
  told: boolean
}

/** Makes a page that is ready, and answers when it is asked. */
function page (
  answer: 'port' | 'nothing' | 'closes' | { away: string },
  { ready = true }: { ready?: boolean } = {}
): TestPage {
  const self: TestPage = {
    told: false,

    postMessage (_message, [port]) {
      const question = port as MessagePort

      question.onmessage = () => {
        self.told = true
        if (answer === 'port') {
          question.postMessage({ type: 'swipfs-home-port' }, [new MessageChannel().port1])
        } else if (answer === 'closes') {
          question.close()
        } else if (answer !== 'nothing') {
          question.postMessage({ type: 'swipfs-home-away', reason: answer.away })
        }
      }

      if (ready) {
        question.postMessage({ type: 'swipfs-home-ready' })
      } else {
        question.close()
      }
    }
  }

  return self
}

it('asks one page of several, and takes one port', async () => {
  const pages = [page('port'), page('port'), page('port'), page('port')]
  const take = vi.fn(async () => {})
  await requestHomePort(pages, take)
  expect(take).toHaveBeenCalledTimes(1)
  expect(pages.filter(({ told }) => told)).toHaveLength(1)
})

it('asks the next page if one fails, is slow, or does not answer', async () => {
  const frozen = page('port', { ready: false })
  const [blocked, slow, good] = [page({ away: 'blocked' }), page('nothing'), page('port')]
  await requestHomePort([frozen, blocked, slow, good], async () => {}, { patienceMs: 20 })
  expect([frozen, blocked, slow, good].map(({ told }) => told)).toEqual([false, true, true, true])
})

it('asks the next page if the port of one is dead', async () => {
  const take = vi.fn(async () => {}).mockRejectedValueOnce(
    Object.assign(new Error('long words'), { reason: 'it does not answer' })
  )
  await requestHomePort([page('port'), page('port')], take)
  expect(take).toHaveBeenCalledTimes(2)
})

it('asks the same page again if the home node ended before it answered', async () => {
  const ended = Object.assign(new Error('it has ended'), { hasEnded: true })
  const take = vi.fn(async () => {}).mockRejectedValueOnce(ended).mockRejectedValueOnce(ended)
  await requestHomePort([page('port')], take)
  expect(take).toHaveBeenCalledTimes(3)
  await expect(requestHomePort([page('port')], vi.fn(async () => await Promise.reject(ended)), { othersMs: 20 }))
    .rejects
    .toThrow('it has ended')
})

it('asks the next page when one is closed while it gets a port', async () => {
  const closed = page('closes')
  const take = vi.fn(async () => {})
  await requestHomePort([closed, page('port')], take, { patienceMs: 60_000 })
  expect(closed.told).toBe(true)
  expect(take).toHaveBeenCalledTimes(1)
})

it('rejects with a reason if no page brings a port', async () => {
  await expect(
    requestHomePort([page({ away: 'its address does not answer' }), page('port', { ready: false })], async () => {}, {
      othersMs: 20
    })
  ).rejects.toThrow('its address does not answer')
  await expect(requestHomePort([page('port', { ready: false })], async () => {}, { readyMs: 20 })).rejects.toThrow(
    'no page of this site can reach the node'
  )
})
