import { describe, expect, it } from 'vitest'
import { shortLink } from '../../lib/links/short-link.ts'
import { readAddress } from './read-address.ts'

const CID_V0 = 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'

const CID_V1 = 'bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq'

const KEY = 'k51qzi5uqu5dh9ihj4p2v5sl3hxvv27ryx2w0xrsv6jmmqi91t9xp8p9kaipc2'

const PEER = '12D3KooWD3eckifWpRn9wQpMG9R9hX3sD158z7EqHWmweQAJU5SA'

describe('an address that was typed or pasted', () => {
  it.each([
    [CID_V1, `/ipfs/${CID_V1}`],
    [`  ${CID_V0}/a b/ü `, `/ipfs/${CID_V0}/a b/ü`],
    [`/ipfs/${CID_V0}/a b`, `/ipfs/${CID_V0}/a b`],
    [`/ipns/${KEY}/x`, `/ipns/${KEY}/x`],
    [KEY, `/ipns/${KEY}`],
    [`ipfs://${CID_V1}/a%20b?x=1#y`, `/ipfs/${CID_V1}/a b`],
    [`ipns://docs.ipfs.tech/install/`, '/ipns/docs.ipfs.tech/install/'],
    [`IPFS://${CID_V1}`, `/ipfs/${CID_V1}`],
    [`web+ipfs://${CID_V1}`, `/ipfs/${CID_V1}`],
    [`dweb:/ipfs/${CID_V1}/a`, `/ipfs/${CID_V1}/a`],
    [`ipfs:/ipfs/${CID_V1}`, `/ipfs/${CID_V1}`],
    [`ipfs:${CID_V1}`, `/ipfs/${CID_V1}`],
    [`ipfs:/${CID_V1}/a`, `/ipfs/${CID_V1}/a`],
    [`ipfs:///${CID_V1}`, `/ipfs/${CID_V1}`],
    [`ipfs://ipfs/${CID_V1}/a`, `/ipfs/${CID_V1}/a`],
    [`ipfs:///ipns/${KEY}`, `/ipns/${KEY}`],
    ['ipns:/docs.ipfs.tech/install', '/ipns/docs.ipfs.tech/install'],
    [`https://dweb.link/ipfs/${CID_V0}/100%25.txt?download=true`, `/ipfs/${CID_V0}/100%.txt`],
    [`http://127.0.0.1:8080/ipns/${KEY}`, `/ipns/${KEY}`],
    [`https://${CID_V1}.ipfs.dweb.link`, `/ipfs/${CID_V1}`],
    [`http://${CID_V1}.ipfs.node.localhost:4173/a/b?x`, `/ipfs/${CID_V1}/a/b`],
    ['https://en-wikipedia--on--ipfs-org.ipns.dweb.link/wiki/', '/ipns/en.wikipedia-on-ipfs.org/wiki/'],
    [`https://${KEY}.ipns.dweb.link/`, `/ipns/${KEY}/`],
    ['docs.ipfs.tech', '/ipns/docs.ipfs.tech'],
    ['Docs.IPFS.tech/A b', '/ipns/docs.ipfs.tech/A b'],
    ['http://node.localhost:4173/#/explore/ipfs/QmX/a%20b?of=%2Fipfs%2FQmY', '/ipfs/QmX/a b']
  ])('%s is the content %s', (text, path) => {
    expect(readAddress(text)).toEqual({ is: 'content', path })
  })

  it.each([
    [`/ip4/127.0.0.1/tcp/4001/p2p/${PEER}`, undefined],
    [`/dns4/relay.example/tcp/443/wss/p2p/${PEER}/p2p-circuit/p2p/${PEER}`, undefined],
    [`/ip4/127.0.0.1/tcp/4001/ipfs/${CID_V0}`, undefined],
    [PEER, `/p2p/${PEER}`],
    [`/p2p/${PEER}`, undefined]
  ])('%s is a peer', (text, address) => {
    expect(readAddress(text)).toEqual({ is: 'peer', address: address ?? text })
  })

  it('may be a shared link, with the address of its sender', () => {
    const address = `/ip4/127.0.0.1/tcp/4001/ws/p2p/${PEER}/p2p-circuit/webrtc/p2p/${PEER}`
    const old = `https://node.example/#${new URLSearchParams({ open: `/ipfs/${CID_V1}?filename=a.txt`, at: address })}`
    for (const link of [old, shortLink('https://node.example', { path: `/ipfs/${CID_V1}`, address })]) {
      expect(readAddress(link)).toEqual({ is: 'content', path: `/ipfs/${CID_V1}`, from: address })
    }
  })

  it.each([
    ['', /Enter an address/],
    ['hello world', /isn’t a CID/],
    ['/photos/a.jpg', /isn’t a CID/],
    ['localhost', /isn’t a CID/],
    ['1.2.3.4', /isn’t a CID/],
    ['https://example.com/a?b', /web link.*: example\.com$/],
    ['/ip4/127.0.0.1/tcp/4001', /ends with its ID/],
    ['javascript:alert(1)', /isn’t a CID/],
    ['ipfs://', /isn’t a CID/],
    ['ipfs:///', /isn’t a CID/],
    [`ipfs:/${CID_V1}/../x`, /isn’t a CID/],
    [`dweb:/${CID_V1}`, /isn’t a CID/]
  ])('%j is rejected', (text, why) => {
    expect(readAddress(text)).toEqual({ is: 'unclear', why: expect.stringMatching(why) as string })
  })
})
