import { ranLine } from '../../lib/command/ran-line.ts'
import { plainError } from '../../lib/plain-error.ts'
import { announcedWords } from '../../lib/reach-words.ts'
import { useStore } from '../../lib/store.ts'
import { t } from '../../lib/t.ts'
import { ANNOUNCED, askAnnounced } from '../../state/announced.ts'
import { network } from '../../state/network.ts'
import { CheckNow } from './check-now.tsx'

/** Looks up providers on request, because it contacts others. Empty if network access is disabled. */
export function AnnouncedCheck ({ cid }: { cid: string }) {
  const { talks } = useStore(network)

  return talks == null || talks.isOff || (talks.peers == null && talks.hosts.length === 0)
    ? null
    : (
      <CheckNow
        title={t('Check now who has it')}
        asking={t('Asking the network…')}
        line={ranLine('routing/findprovs', [cid], {
          'num-providers': String(ANNOUNCED.most),
          timeout: ANNOUNCED.timeout
        })}
        ask={async (options) =>
          await askAnnounced(cid, options).then(
            (found) => () => announcedWords(found),
            (err) => () => plainError(err).what
          )}
      />
    )
}
