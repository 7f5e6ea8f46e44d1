import { shortLink } from '../../lib/links/short-link.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { rich } from '../../lib/text/rich.ts'
import { t } from '../../lib/text/t.ts'
import { peers } from '../../network/state/peers.ts'
import { Name } from '../../page/text/name.tsx'
import { elsewhere, servicesWith } from '../../storage/state/elsewhere.ts'
import { closeShare } from '../state/share.ts'
import type { ShareItem } from '../state/share.ts'
import { KeepOnline } from './keep-online.tsx'
import { LinkActions } from './link-actions.tsx'
import { MoreWays } from './more-ways.tsx'
import { ReachNote } from './reach-note.tsx'
import { ShareDialog } from './share-dialog.tsx'

/**
 * The share dialog: whether others can download the item, and its link.
 *
 * @param isLookingUp - whether facts that the link contains are still being read
 */
export function ShareSheet ({ item, isLookingUp }: { item: ShareItem; isLookingUp: boolean }) {
  const { addresses } = useStore(peers)
  const services = servicesWith(useStore(elsewhere), item.cid)
  const called = item.name || item.cid

  return (
    <ShareDialog title={rich(t('Share {name}'), { name: <Name of={called} /> })} onClose={closeShare}>
      <ReachNote services={services} />
      <LinkActions link={isLookingUp ? undefined : linkOf(item, addresses[0])} name={called} />
      <KeepOnline cid={item.cid} name={item.name} />
      <MoreWays item={item} address={addresses[0]} />
    </ShareDialog>
  )
}

function linkOf ({ cid, name, kind, sizeBytes, type }: ShareItem, address: string | undefined): string {
  return shortLink(location.origin, {
    path: `/ipfs/${cid}`,
    name,
    type,
    sizeBytes,
    isFolder: kind === 'folder',
    address
  })
}
