import { expect, test } from 'vitest'
import { parseMultiaddr } from './parse-multiaddr.ts'

const ID = 'QmNnooDu7bfjPFoTZYxMNLWUQJyrVwtbZg5gBMjTezGAJN'

/** Responses of Kubo 0.40.0 to `swarm/connect`. */
test.each([
  ['', 'failed to parse multiaddr "": empty multiaddr'],
  ['/', 'failed to parse multiaddr "": empty multiaddr'],
  ['//', 'failed to parse multiaddr "": empty multiaddr'],
  ['x', 'failed to parse multiaddr "x": must begin with /'],
  ['/nosuch/x', 'failed to parse multiaddr "/nosuch/x": unknown protocol nosuch'],
  ['/tcp', 'failed to parse multiaddr "/tcp": unexpected end of multiaddr'],
  ['/ip4/1.2.3.4/tcp/', 'failed to parse multiaddr "/ip4/1.2.3.4/tcp": unexpected end of multiaddr'],
  [
    '/ip4/1.2.3/tcp/1',
    'failed to parse multiaddr "/ip4/1.2.3/tcp/1": invalid value "1.2.3" for protocol ip4: failed to parse ' +
    'ip4 addr: 1.2.3'
  ],
  [
    '/ip4//tcp/1',
    'failed to parse multiaddr "/ip4//tcp/1": invalid value "" for protocol ip4: failed to parse ip4 addr: '
  ],
  [
    '/ip6/fe80::1%eth0/tcp/1',
    'failed to parse multiaddr "/ip6/fe80::1%eth0/tcp/1": invalid value "fe80::1%eth0" for protocol ip6: ' +
    'failed to parse ip6 addr: fe80::1%eth0'
  ],
  [
    '/ip4/1.2.3.4/tcp/99999',
    'failed to parse multiaddr "/ip4/1.2.3.4/tcp/99999": invalid value "99999" for protocol tcp: failed to ' +
    'parse port addr: strconv.ParseUint: parsing "99999": value out of range'
  ],
  [
    '/ip4/10.0.0.0/ipcidr/256',
    'failed to parse multiaddr "/ip4/10.0.0.0/ipcidr/256": invalid value "256" for protocol ipcidr: ' +
    'strconv.ParseUint: parsing "256": value out of range'
  ],
  [
    '/ip4/1.2.3.4/dccp/x',
    'failed to parse multiaddr "/ip4/1.2.3.4/dccp/x": invalid value "x" for protocol dccp: failed to parse ' +
    'port addr: strconv.ParseUint: parsing "x": invalid syntax'
  ],
  [
    '/ip4/1.2.3.4/sctp/65536',
    'failed to parse multiaddr "/ip4/1.2.3.4/sctp/65536": invalid value "65536" for protocol sctp: failed to ' +
    'parse port addr: strconv.ParseUint: parsing "65536": value out of range'
  ],
  [
    '/dns4//tcp/1',
    'failed to parse multiaddr "/dns4//tcp/1": invalid value "" for protocol dns4: empty dns addr'
  ],
  [
    '/ip6zone//tcp/1',
    'failed to parse multiaddr "/ip6zone//tcp/1": invalid value "" for protocol ip6zone: empty ip6zone'
  ],
  [
    '/memory/x',
    'failed to parse multiaddr "/memory/x": invalid value "x" for protocol memory: strconv.ParseUint: ' +
    'parsing "x": invalid syntax'
  ],
  [
    '/p2p/1',
    'failed to parse multiaddr "/p2p/1": invalid value "1" for protocol p2p: failed to parse p2p addr: 1 ' +
    'multihash too short. must be >= 2 bytes'
  ],
  [
    '/ip4/1.2.3.4/tcp/1/p2p/x',
    'failed to parse multiaddr "/ip4/1.2.3.4/tcp/1/p2p/x": invalid value "x" for protocol p2p: failed to ' +
    'parse p2p addr: x invalid cid: cid too short'
  ]
])('%j is rejected with the message of Kubo', (text, message) => {
  expect(() => parseMultiaddr(text)).toThrow(new Error(message))
})

test.each([
  [`/ip4/1.2.3.4/tcp/01/ipfs/${ID}//`, `/ip4/1.2.3.4/tcp/1/p2p/${ID}`],
  ['/unix/a/b', '/unix/a%2Fb'],
  ['/dns4/example.com/tcp/443/wss', '/dns4/example.com/tcp/443/wss'],
  ['/ip6zone/x/ip6/fe80::1/udp/1/quic-v1', '/ip6zone/x/ip6/fe80::1/udp/1/quic-v1']
])('%s is parsed', (text, read) => {
  expect(String(parseMultiaddr(text))).toBe(read)
})

// With a parser in quadratic time, each would take minutes.
test.each([
  ['of very many parts', `/ip4/1.2.3.4${'/tcp/1'.repeat(150_000)}/nosuch`, 'unknown protocol nosuch'],
  ['of very many slashes', `${'/'.repeat(500_000)}x`, 'unknown protocol ']
])('an address %s is rejected fast', (_, text, message) => {
  expect(() => parseMultiaddr(text)).toThrow(message)
})
