import { useState } from 'preact/hooks'
import { useStore } from '../../lib/reactive/store.ts'
import { bytes, listed, shortId } from '../../lib/text/format.ts'
import { t } from '../../lib/text/t.ts'
import { disconnectFrom } from '../../network/state/peers.ts'
import type { ConnectedPeer } from '../../network/state/peers.ts'
import { CopyButton } from '../../page/controls/copy-button.tsx'
import { ShowMore } from '../../page/controls/show-more.tsx'
import { developerMode } from '../../page/state/developer-mode.ts'
import { Cid } from '../../page/text/cid.tsx'
import { Name } from '../../page/text/name.tsx'
import { wayTo } from '../lib/way-to.ts'
import { traffic } from '../state/traffic.ts'

/** Rows per step; a node can have hundreds. */
const STEP = 20

/** The connected peers. */
export function PeersTable ({ peers }: { peers: readonly ConnectedPeer[] }) {
  const { byPeer } = useStore(traffic)
  const isDeveloper = useStore(developerMode)
  const [most, setMost] = useState(STEP)
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set())

  async function leave (peer: ConnectedPeer): Promise<void> {
    setLeaving((now) => new Set(now).add(peer.id))
    await disconnectFrom(peer)
    setLeaving((now) => new Set([...now].filter((id) => id !== peer.id)))
  }

  return (
    <>
      {/* Explicit roles, because a narrow page displays rows as blocks, which removes them. */}
      <table class='peers-table' role='table'>
        <thead role='rowgroup'>
          <tr role='row'>
            {[t('Peer'), t('Connection'), t('Latency'), t('Data transferred'), ...isDeveloper ? [t('Agent')] : []].map((
              name
            ) => <th key={name} role='columnheader' scope='col'>{name}</th>)}
            <th role='columnheader' scope='col'>
              <span class='unseen'>{t('Actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody role='rowgroup'>
          {peers.slice(0, most).map((peer) => {
            const { id, address, latency, isInbound, agent } = peer
            const moved = byPeer.get(id)

            return (
              <tr key={`${id} ${address}`} role='row'>
                <td role='cell'>
                  <Cid id={id} /> <CopyButton text={`${address}/p2p/${id}`} what={t('address of {id}', { id })} />
                </td>
                <td role='cell' data-name={t('Connection')} title={address}>
                  {listed([wayTo(address), isInbound ? t('incoming') : t('outgoing')])}
                </td>
                <td role='cell' data-name={t('Latency')}>{latency ?? '–'}</td>
                <td role='cell' data-name={t('Data transferred')}>
                  {moved == null ? '–' : <>↓ {bytes(moved.received)} ↑ {bytes(moved.sent)}</>}
                </td>
                {isDeveloper && (
                  <td role='cell' data-name={t('Agent')}>
                    <Name of={agent ?? '–'} />
                  </td>
                )}
                <td role='cell'>
                  <button
                    type='button'
                    class='quiet'
                    disabled={leaving.has(id)}
                    aria-label={t('Disconnect from {id}', { id: shortId(id) })}
                    onClick={() => {
                      void leave(peer)
                    }}
                  >
                    {t('Disconnect')}
                  </button>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <ShowMore
        left={peers.length - most}
        show={() => {
          setMost(most + 100)
        }}
      />
    </>
  )
}
