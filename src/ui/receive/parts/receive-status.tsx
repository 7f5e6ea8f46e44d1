import { useStore } from '../../lib/reactive/store.ts'
import { bytes, duration } from '../../lib/text/format.ts'
import { t, words } from '../../lib/text/t.ts'
import type { Words } from '../../lib/text/t.ts'
import { network, switchNetwork } from '../../network/state/network.ts'
import type { ReceivePhase } from '../lib/receive-phase.ts'
import { phaseOf, receiving, wantNothing } from '../state/receive.ts'

const SENTENCES: Readonly<Record<Exclude<ReceivePhase, 'broken'>, Words>> = {
  connecting: words('Connecting to the sender…'),
  waiting: words('Waiting for the sender to come online. Keep this page open.'),
  offline: words('You are offline. The transfer continues when you are online again.'),
  off: words('The network is turned off in this app, so nothing can be received.'),
  receiving: words('Receiving…'),
  offered: words('The sender is online.'),
  whole: words('Everything has arrived.')
}

/** The stage of the transfer, in a sentence, and its progress. */
export function ReceiveStatus () {
  const state = useStore(receiving)
  useStore(network)
  const phase = phaseOf(state)

  if (phase === 'broken') {
    return null
  }
  return (
    <div class='receive-status' data-phase={phase}>
      <p role='status'>{t(SENTENCES[phase])}</p>
      {phase === 'off' && (
        <button
          type='button'
          onClick={() => {
            void switchNetwork(true)
          }}
        >
          {t('Turn on')}
        </button>
      )}
      <Progress isBusy={phase === 'connecting' || phase === 'receiving'} />
      {state.wants != null && (
        <p class='actions'>
          <span>
            {state.wants === 'download'
              ? t('The download starts when everything has arrived.')
              : t('It will be saved when everything has arrived.')}
          </span>
          <button type='button' class='quiet' onClick={wantNothing}>{t('Cancel')}</button>
        </p>
      )}
    </div>
  )
}

function Progress ({ isBusy }: { isBusy: boolean }) {
  const { root, bytes: done, bytesPerSecond = 0, isWhole, isFetching, isMoving } = useStore(receiving)

  if (isWhole) {
    return null
  }
  if (root == null || !isFetching) {
    return isBusy ? <progress aria-label={t('Connecting')} /> : null
  }
  const total = root.totalBytes
  const rate = isMoving ? bytesPerSecond : 0
  return (
    <>
      <progress aria-label={t('Receiving')} max={Math.max(1, total)} value={Math.min(done, total)} />
      <p class='facts'>
        {t('{size} of {total}', { size: bytes(Math.min(done, total)), total: bytes(total) })}
        {rate > 0 &&
          ` · ${t('{size}/s', { size: bytes(rate) })} · ${
            t('{duration} left', { duration: duration((total - done) / rate) })
          }`}
      </p>
    </>
  )
}
