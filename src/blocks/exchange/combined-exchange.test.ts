import { CID } from 'multiformats/cid'
import { expect, it } from 'vitest'
import { CombinedExchange } from './combined-exchange.ts'
import type { Exchange } from './exchange.ts'

const cid = CID.parse('bafkqaaa')

it('announces the content, and reads of whole DAGs, to all exchanges', () => {
  const heard: string[] = []
  const session = new CombinedExchange([telling('peers', heard), telling('gateways', heard)]).session()

  session?.about?.(cid)
  session?.expectAll?.(cid)

  expect(heard).toEqual(['peers about', 'gateways about', 'peers all', 'gateways all'])
})

function telling (name: string, heard: string[]): Exchange {
  const session = {
    get: async () => await Promise.reject(new Error('nothing is asked for here')),
    about: () => {
      heard.push(`${name} about`)
    },
    expectAll: () => {
      heard.push(`${name} all`)
    }
  }

  return { session: () => session } as Partial<Exchange> as Exchange
}
