import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { follow } from '../../client/follow.ts'
import { node } from '../../client/node.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { t } from '../../lib/text/t.ts'
import { readNetwork } from '../../network/state/network.ts'
import { followPeers } from '../../network/state/peers.ts'
import { useReach } from '../../network/state/use-reach.ts'
import { Icon } from '../../page/controls/icon.tsx'
import { Later } from '../../page/loading/later.tsx'
import { readPersistence, storage } from '../../storage/state/storage.ts'
import { pillWords } from '../lib/pill-words.ts'

// Loaded on demand, because it is closed at first.
const loadPanel = async () => (await import('./status-panel.tsx')).StatusPanel

/**
 * The state of the node in the header: whether it runs, shares, or is offline, and whether its storage is unprotected.
 * Opens a panel with details. Polls the network for all sections.
 */
export function StatusPill () {
  const { phase, update } = useStore(node)
  const reach = useReach()
  const { persistent } = useStore(storage)
  const [isOpen, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isReady = phase === 'ready'
  const { state, short, text } = pillWords({ phase, update }, reach)
  const isUnprotected = persistent === false
  const close = useCallback(() => {
    setOpen(false)
  }, [])

  useEffect(() => isReady ? followPeers() : undefined, [isReady])
  useEffect(() => {
    if (isReady) {
      void readNetwork()
      void readPersistence()
    }
  }, [isReady])
  useEffect(() => follow('config', readNetwork), [])

  useEffect(() => {
    if (!isOpen) {
      return
    }
    const onPointer = ({ target }: Event): void => {
      if (!place.current!.contains(target as Node)) {
        setOpen(false)
      }
    }
    addEventListener('pointerdown', onPointer)
    addEventListener('hashchange', close)
    return () => {
      removeEventListener('pointerdown', onPointer)
      removeEventListener('hashchange', close)
    }
  }, [isOpen])

  return (
    <div
      class='status'
      ref={place}
      onKeyDown={({ key }) => {
        if (key === 'Escape' && isOpen) {
          setOpen(false)
          button.current?.focus()
        }
      }}
    >
      <button
        type='button'
        ref={button}
        class='pill'
        aria-expanded={isOpen}
        aria-controls='status-panel'
        data-state={state}
        data-unprotected={isUnprotected}
        onClick={() => {
          setOpen(!isOpen)
        }}
      >
        <span class='dot' aria-hidden='true' />
        <span role='status'>
          <span class='unseen'>{t('Status:')}{' '}</span>
          <span class='pill-text'>{text}</span>
          <span class='pill-short' aria-hidden='true'>{short}</span>
        </span>
        {isUnprotected && (
          <>
            <Icon of='unprotected' />
            <span class='unseen'>{t('Files are not protected')}</span>
          </>
        )}
      </button>
      <div id='status-panel' class='status-panel' hidden={!isOpen}>
        {isOpen && <Later load={loadPanel} name={text} props={{ title: text }} />}
      </div>
    </div>
  )
}
