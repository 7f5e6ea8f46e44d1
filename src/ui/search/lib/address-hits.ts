import type { Address } from '../../intake/lib/read-address.ts'
import { exploreLink, viewContentLink } from '../../lib/links/section.ts'
import { shortId } from '../../lib/text/format.ts'
import { t } from '../../lib/text/t.ts'
import type { SearchHit } from './search-hit.ts'

/** Actions for addresses, which the caller provides. */
export interface AddressActions {
  open: (address: Exclude<Address, { is: 'unclear' }>, href: string) => void
  pin: (paths: readonly string[]) => void
  save: (paths: readonly string[]) => void
}

/** Returns the hits for an address that was typed or pasted: opening it first, then pinning and saving. */
export function addressHits (address: Exclude<Address, { is: 'unclear' }>, act: AddressActions): SearchHit[] {
  if (address.is === 'peer') {
    const id = address.address.split('/').at(-1)!
    return [{
      key: 'peer',
      icon: 'peers',
      title: t('Connect to peer {id}', { id: shortId(id) }),
      detail: address.address,
      run: () => {
        act.open(address, '')
      }
    }]
  }

  const { path } = address
  // A name may lead to anything, a CID is shown as a file if it is one.
  const href = path.startsWith('/ipfs/') ? viewContentLink({ path: withoutSlash(path) }) : exploreLink(path)
  return [
    {
      key: 'open',
      icon: 'view',
      title: t('Open'),
      detail: path,
      run: () => {
        act.open(address, href)
      }
    },
    {
      key: 'inspect',
      icon: 'inspect',
      title: t('Inspect'),
      detail: path,
      run: () => {
        act.open(address, exploreLink(path))
      }
    },
    {
      key: 'pin',
      icon: 'pin',
      title: t('Pin'),
      detail: path,
      run: () => {
        act.pin([path])
      }
    },
    {
      key: 'save',
      icon: 'folder',
      title: t('Save to Files'),
      detail: path,
      run: () => {
        act.save([path])
      }
    }
  ]
}

function withoutSlash (path: string): string {
  return path.replace(/\/+$/, '')
}
