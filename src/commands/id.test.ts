import { beforeAll, describe, expect, test } from 'vitest'
import { TestNode } from '../testing/test-node.ts'

const OTHER = '12D3KooWRL9VfRA6zNzYPGG7p9Gm2YsDHUobNU55oiiLMZGKZVDj'
const RSA = 'QmNnooDu7bfjPFoTZYxMNLWUQJyrVwtbZg5gBMjTezGAJN'

let node: TestNode
let online: TestNode
let self: { ID: string; PublicKey: string; Addresses: null; AgentVersion: string; Protocols: null }

beforeAll(async () => {
  node = await TestNode.start()
  online = await TestNode.start({ online: true })
  self = {
    ID: node.node.identity.peerId.toString(),
    PublicKey: node.node.identity.publicKey,
    Addresses: null,
    AgentVersion: 'kubo/0.40.0/swipfs',
    Protocols: null
  }
})

describe('id', () => {
  test('is that of the node, also by its ID', async () => {
    expect((await node.rpc('id')).lines).toEqual([self])
    expect((await node.rpc(`id?arg=${self.ID}`)).lines).toEqual([self])
    expect((await node.rpc(`id?arg=${node.node.identity.peerId.toCID().toString()}`)).lines).toEqual([self])
  })

  test('is written in the requested form', async () => {
    expect((await node.rpc('id?peerid-base=base32')).lines).toEqual([{
      ...self,
      ID: node.node.identity.peerId.toCID().toString()
    }])
    expect((await node.rpc(`id?arg=${OTHER}&peerid-base=k&offline=true`)).lines).toMatchObject([{
      ID: expect.stringMatching(/^k51/),
      Addresses: [`/p2p/${OTHER}`]
    }])
    expect((await node.rpc('id?peerid-base=nosuch')).lines).toMatchObject([{
      Message: 'unsupported multibase encoding: nosuch'
    }])
  })

  test('of another node is derived from its ID', async () => {
    expect((await node.rpc(`id?arg=${OTHER}&offline=true`)).lines).toEqual([{
      ID: OTHER,
      PublicKey: 'CAESIOaAZdjHmFCWkriZP1pvJf/b9g5g+c4km/3l901zjRJS',
      Addresses: [`/p2p/${OTHER}`],
      AgentVersion: '',
      Protocols: null
    }])
    expect((await online.rpc(`id?arg=${RSA}&offline=true`)).lines).toEqual([{
      ID: RSA,
      PublicKey: '',
      Addresses: [`/p2p/${RSA}`],
      AgentVersion: '',
      Protocols: null
    }])
  })

  test('of another node needs a connection if the node is online', async () => {
    expect(await online.rpc(`id?arg=${OTHER}`)).toMatchObject({
      status: 500,
      lines: [{ Message: 'routing: not found' }]
    })
  })

  test('of another node is an error while offline, unless offline=true is given', async () => {
    expect(await node.rpc(`id?arg=${OTHER}`)).toMatchObject({
      status: 500,
      lines: [{
        Message: "'ipfs id' cannot query information on remote peers without a running daemon; if you only want to " +
          'convert --peerid-base, pass --offline option'
      }]
    })
    expect((await node.rpc(`id?arg=${OTHER}&offline=true`)).status).toBe(200)
  })

  test.each(['bad', 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3N', 'bafkqaaa'])('is not %s', async (text) => {
    expect(await node.rpc(`id?arg=${text}`)).toMatchObject({ status: 500, lines: [{ Message: 'invalid peer id' }] })
  })

  test('fills a format', async () => {
    const format = encodeURIComponent('<id>|<aver>|<pubkey>|<addrs>|<protocols>|<id>\\n\\t$&')
    expect((await node.rpc(`id?format=${format}&encoding=text`)).text).toBe(
      `${self.ID}|kubo/0.40.0/swipfs|${self.PublicKey}|||${self.ID}\n\t$&`
    )
    expect((await node.rpc(`id?arg=${OTHER}&offline=true&format=%3Caddrs%3E&encoding=text`)).text).toBe(`/p2p/${OTHER}`)
    expect((await node.rpc('id?format=&encoding=text')).text).toBe('')
    expect((await node.rpc(`id?format=${format}`)).lines).toEqual([self])
  })

  test('is indented JSON in text', async () => {
    expect((await node.rpc('id?encoding=text')).text).toBe(
      `{\n\t"ID": "${self.ID}",\n\t"PublicKey": "${self.PublicKey}",\n\t"Addresses": null,\n` +
        '\t"AgentVersion": "kubo/0.40.0/swipfs",\n\t"Protocols": null\n}\n\n'
    )
    expect((await node.rpc(`id?arg=${OTHER}&offline=true&encoding=text`)).text).toContain(
      `\t"Addresses": [\n\t\t"/p2p/${OTHER}"\n\t],\n`
    )
  })
})
