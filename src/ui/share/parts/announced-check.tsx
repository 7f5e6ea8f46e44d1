import { ranLine } from '../../lib/command/lines/ran-line.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { plainError } from '../../lib/text/plain-error.ts'
import { t } from '../../lib/text/t.ts'
import { network } from '../../network/state/network.ts'
import { announcedWords } from '../lib/reach-words.ts'
import { ANNOUNCED, askAnnounced } from '../state/announced.ts'
import { CheckNow } from './check-now.tsx'

/** Looks up providers on request, because it contacts others. Empty if network access is disabled. */
export function AnnouncedCheck ({ cid }: { cid: string }) {
  const { talks } = useStore(network)

  return talks == null || talks.isOff || (talks.peers == null && talks.hosts.length === 0)
    ? null
    : (
      <CheckNow
        title={t('Find copies now')}
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
