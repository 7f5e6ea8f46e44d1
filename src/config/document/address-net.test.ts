import { expect, test } from 'vitest'
import { addressNet } from './address-net.ts'

test.each([
  ['/ip4/192.168.5.1/ipcidr/16', '/ip4/192.168.0.0/ipcidr/16'],
  ['/ip4/255.255.255.255/ipcidr/9', '/ip4/255.128.0.0/ipcidr/9'],
  ['/ip4/1.2.3.4/ipcidr/0', '/ip4/0.0.0.0/ipcidr/0'],
  ['/ip4/1.2.3.4/ipcidr/32', '/ip4/1.2.3.4/ipcidr/32'],
  ['/ip6/fe80::1/ipcidr/10', '/ip6/fe80::/ipcidr/10']
])('%s is %s', (text, net) => {
  expect(addressNet(text)).toBe(net)
})

test.each([
  ['bad', 'invalid multiaddr-filter format'],
  ['/ip4/1.2.3.4', 'invalid multiaddr-filter format'],
  ['/dns/example.com/ipcidr/8', 'invalid multiaddr-filter format'],
  ['/ip4/1.2.3/ipcidr/8', 'invalid CIDR address: 1.2.3/8'],
  ['/ip4/1.2.3.4/ipcidr/33', 'invalid CIDR address: 1.2.3.4/33'],
  ['/ip4/1.2.3.4/ipcidr/', 'invalid CIDR address: 1.2.3.4/']
])('%s is rejected: %s', (text, message) => {
  expect(() => addressNet(text)).toThrow(message)
})
