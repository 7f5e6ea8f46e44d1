import { describe, expect, it } from 'vitest'
import { exploreProblem } from './explore-problem.ts'

const CID_V0 = 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'

describe('the error of exploring', () => {
  const problem = (message: string, isOffline = false): string => {
    const { what, next = '' } = exploreProblem(Object.assign(new Error(message), { name: 'RpcError' }), { isOffline })
    return `${what} ${next}`
  }

  it.each([
    [`no link named "x" under ${CID_V0}`, /nothing with that name/],
    ['key not found: "x"', /nothing with that name/],
    ['invalid path "/ipfs/x": invalid cid: selected encoding not supported', /valid IPFS address/],
    ['could not resolve name', /name points to nothing/],
    ['DNSLink lookup for "example.com." failed: no server to ask is set in DNS.Resolvers', /name points to nothing/],
    [`block was not found locally (offline): ipld: could not find ${CID_V0}`, /no copy was found.*don’t have it/],
    ['something else', /went wrong/]
  ])('for %s is a plain message', (message, words) => {
    expect(problem(message)).toMatch(words)
  })

  it('reports that the network was not used, if it is disabled', () => {
    expect(problem('ipld: could not find x', true)).toContain('You are offline')
  })
})
