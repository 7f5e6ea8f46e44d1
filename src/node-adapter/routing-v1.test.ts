import { describe, expect, test } from 'vitest'
import { routingV1 } from './routing-v1.ts'

const CID = 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'
const PEER = '12D3KooWRBhwfeP2Y4CDkFRBAZ1pmxUadH36TKuk3KtKm5XXP8mA'

async function ask (method: string, path: string): Promise<[number, string]> {
  const response = routingV1(method, `/routing/v1/${path}`, new Headers())
  return [response.status, await response.text()]
}

describe('a node without a router', () => {
  test('knows no providers', async () => {
    expect(await ask('GET', `providers/${CID}`)).toEqual([200, '{"Providers":[]}'])
  })

  test('knows no peers, by whichever form of their name', async () => {
    expect(await ask('GET', `peers/${PEER}`)).toEqual([200, '{"Peers":[]}'])
    expect(await ask('GET', `peers/${CID}`)).toEqual([200, '{"Peers":[]}'])
  })

  test.each(['HEAD', 'POST', 'PUT', 'OPTIONS', 'DELETE'])('refuses %s as Kubo does', async (method) => {
    expect(await ask(method, `providers/${CID}`)).toEqual([405, ''])
  })

  test('says what is wrong with a key', async () => {
    expect(await ask('GET', 'providers/x')).toEqual([400, expect.stringMatching(/^unable to parse CID: /)])
    expect(await ask('GET', 'peers/x')).toEqual([400, expect.stringMatching(/^unable to parse PeerID "x": /)])
  })

  test.each(['x/y', 'providers', `providers/${CID}/x`])('knows no other path: %s', async (path) => {
    expect((await ask('GET', path))[0]).toBe(404)
  })
})
