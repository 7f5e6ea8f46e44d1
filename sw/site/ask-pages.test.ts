import { expect, it, vi } from 'vitest'
import { askPages } from './ask-pages.ts'
import type { AskedPage } from './ask-pages.ts'

interface TestPage extends AskedPage {
  /** whether it was told to get a port */
  told: boolean
}

/** A page that says that it can, and answers when it is told to. */
function page (answer: 'port' | 'nothing' | { away: string }, { ready = true }: { ready?: boolean } = {}): TestPage {
  const self: TestPage = {
    told: false,

    postMessage (_message, [port]) {
      const question = port as MessagePort

      question.onmessage = () => {
        self.told = true
        if (answer === 'port') question.postMessage({ type: 'swipfs-home-port' }, [new MessageChannel().port1])
        else if (answer !== 'nothing') question.postMessage({ type: 'swipfs-home-away', reason: answer.away })
      }

      if (ready) question.postMessage({ type: 'swipfs-home-ready' })
      else question.close()
    }
  }

  return self
}

it('tells one page of several, and takes one port', async () => {
  const pages = [page('port'), page('port'), page('port'), page('port')]
  const take = vi.fn(async () => {})
  await askPages(pages, take)
  expect(take).toHaveBeenCalledTimes(1)
  expect(pages.filter(({ told }) => told)).toHaveLength(1)
})

it('goes on to the next page where one fails, is slow, or does not answer', async () => {
  const frozen = page('port', { ready: false })
  const [blocked, slow, good] = [page({ away: 'blocked' }), page('nothing'), page('port')]
  await askPages([frozen, blocked, slow, good], async () => {}, { patienceMs: 20 })
  expect([frozen, blocked, slow, good].map(({ told }) => told)).toEqual([false, true, true, true])
})

it('goes on where nobody answers at the port that a page brought', async () => {
  const take = vi.fn(async () => {}).mockRejectedValueOnce(Object.assign(new Error('long words'), { reason: 'it does not answer' }))
  await askPages([page('port'), page('port')], take)
  expect(take).toHaveBeenCalledTimes(2)
})

it('says why where no page brings one', async () => {
  await expect(askPages([page({ away: 'its address does not answer' }), page('port', { ready: false })], async () => {}, { othersMs: 20 })).rejects.toThrow('its address does not answer')
  await expect(askPages([page('port', { ready: false })], async () => {}, { readyMs: 20 })).rejects.toThrow('no page of this site can ask it')
})
