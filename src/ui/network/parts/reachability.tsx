import { t } from '../../lib/text/t.ts'

/** The reachability of this node, in one sentence. */
export function Reachability ({ isNew, addresses }: { isNew: boolean; addresses: readonly string[] }) {
  if (isNew) {
    return <>{t('Connecting…')}</>
  }

  if (addresses.some((address) => address.includes('/webrtc'))) {
    return <>{t('Others reach this node through a relay, as long as this tab is open.')}</>
  }

  return (
    <>
      {addresses.length > 0
        ? t('Others reach this node through a relay.')
        : t('Nobody reaches this node by itself: no relay has a place for it. It reaches others.')}
    </>
  )
}
