import { expect, it } from 'vitest'
import { parsePath } from '../../path/content-path.ts'
import { ipfsUri } from './response-headers.ts'

const CID_V0 = 'QmbWqxBEKC3P8tqsKc98xmWNzrzDtRLMiMPL8wBuTGsMnR'
const CID_V1 = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
const KEY = 'k51qzi5uqu5dlvj2baxnqndepeb86cbk3ng7n3i46uzyxzyqj2xjonzllnv0v8'

/** Rules of IPIP-548. */
it.each([
  [`/ipfs/${CID_V1}`, `ipfs://${CID_V1}`],
  [`/ipfs/${CID_V0}`, `ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi`],
  [`/ipfs/${CID_V1}/`, `ipfs://${CID_V1}/`],
  [`/ipfs/${CID_V1}/a b/c#d/100%`, `ipfs://${CID_V1}/a%20b/c%23d/100%25`],
  [`/ipfs/${CID_V1}/a&b=c;d'e(f)*!$,+:@`, `ipfs://${CID_V1}/a%26b%3Dc%3Bd%27e%28f%29%2A%21%24%2C%2B%3A%40`],
  [`/ipfs/${CID_V1}/é/`, `ipfs://${CID_V1}/%C3%A9/`],
  [`/ipns/${KEY}/x`, `ipns://${KEY}/x`],
  [
    '/ipns/12D3KooWGatU7ncnSuFCyn5L1L8GmNkgWqRGnmdPVvjW6GqrvpTQ',
    'ipns://k51qzi5uqu5diot9knspqvzomkyxsrh3mj4thgxaixxfmfub7cy2ytrzlzakvj'
  ],
  ['/ipns/En.Wikipedia-on-IPFS.org./wiki/', 'ipns://en.wikipedia-on-ipfs.org/wiki/'],
  ['/ipns/bücher.example/x', 'ipns://xn--bcher-kva.example/x'],
  ['/ipns/1.2.3', 'ipns://1.2.3'],
  ['/ipns/example', undefined],
  ['/ipns/-a.example', undefined],
  ['/ipns/a..example', undefined],
  ['/ipns/a:80.example', undefined],
  ['/ipns/a@b.example', undefined],
  [`/ipld/${CID_V1}`, undefined]
])('the address of %s is %s', (path, uri) => {
  expect(ipfsUri(parsePath(path))).toBe(uri)
})

it('an address above 8192 characters is not sent', () => {
  const uri = (length: number): string | undefined => ipfsUri(parsePath(`/ipfs/${CID_V1}/${'a'.repeat(length)}`))
  const fixed = `ipfs://${CID_V1}/`.length
  expect(uri(8192 - fixed)).toHaveLength(8192)
  expect(uri(8193 - fixed)).toBeUndefined()
})
