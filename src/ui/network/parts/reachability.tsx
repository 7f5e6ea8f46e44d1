import { t } from '../../lib/text/t.ts'

/** The reachability of this node, in one sentence. */
export function Reachability ({ isNew, addresses }: { isNew: boolean; addresses: readonly string[] }) {
  if (isNew) {
    return <>{t('Connecting…')}</>
  }

  if (addresses.some((address) => address.includes('/webrtc'))) {
    return <>{t('Others can connect to you through a relay while this tab stays open.')}</>
  }

  return (
    <>
      {addresses.length > 0
        ? t('Others can connect to you through a relay.')
        : t('Others can’t connect to you yet: no relay is available. You can still connect out.')}
    </>
  )
}
