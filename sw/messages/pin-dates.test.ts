import { expect, it } from 'vitest'
import type { IpfsNode } from '../../src/node/interface/ipfs-node.ts'
import { pinnedNow } from '../../src/pins/change/pin-commit-record.ts'
import { TestNode } from '../../src/testing/test-node.ts'
import { answerPinDates } from './pin-dates.ts'

function held (node: IpfsNode) {
  return { hold: async <T>(work: (node: IpfsNode) => Promise<T>): Promise<T> => await work(node) }
}

function form (text: string): FormData {
  const form = new FormData()
  form.append('file', new Blob([text]), 'a')
  return form
}

it('returns the creation dates of pins by the CIDs of pin/ls, whose output is unchanged', async () => {
  const app = await TestNode.start()
  const begun = pinnedNow()
  const [added] = (await app.rpc('add?pin-name=a', { body: form('one') })).lines as Array<{ Hash: string }>
  const [put] = (await app.rpc('block/put?pin=true', { body: form('two') })).lines as Array<{ Key: string }>
  const { dates } = await answerPinDates(held(app.node))
  expect(dates.map(([cid]) => cid).sort()).toEqual([added.Hash, put.Key].sort())
  expect(dates.every(([, since]) => since >= begun && since <= pinnedNow())).toBe(true)
  expect((await app.rpc('pin/ls?names=true&type=recursive')).text).not.toMatch(/since/i)
})

it('returns no dates if the node does not open', async () => {
  expect(
    await answerPinDates({
      hold: async () => {
        throw new Error('closed')
      }
    })
  ).toEqual({ type: 'pin-dates', dates: [] })
})
