import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { filesLink } from '../../lib/links/section.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { bytes } from '../../lib/text/format.ts'
import { t } from '../../lib/text/t.ts'
import { Icon } from '../../page/controls/icon.tsx'
import { Name } from '../../page/text/name.tsx'
import { typeIcon, typeWords } from '../lib/type-words.ts'
import { download, phaseOf, receive, receivedName, receiving, saveToFiles } from '../state/receive.ts'
import { ReceiveStatus } from './receive-status.tsx'
import { ReceivedContent } from './received-content.tsx'

import '../../styles/receive.css'

/**
 * The page that opens at a link to a shared item: its name, type and size, the progress of the transfer, and the actions
 * of the receiver.
 *
 * @param link - fragment of the link
 * @param inside - names of the shown entry of a shared folder
 */
export function ReceivePage ({ link, inside }: { link: string; inside: readonly string[] }) {
  const state = useStore(receiving)
  const heading = useRef<HTMLHeadingElement>(null)
  const isBroken = phaseOf(state) === 'broken'

  // Before the first paint: the item is known from the link.
  useLayoutEffect(() => receive(link), [link])

  // A link within a shared folder replaces the element with the focus.
  const came = useRef(false)
  useEffect(() => {
    if (came.current) {
      heading.current?.focus({ preventScroll: true })
    }
    came.current = true
  }, [inside.join('/')])

  return (
    <div class='receive'>
      {isBroken
        ? (
          <section class='receive-card' aria-labelledby='receive-title'>
            <h2 id='receive-title' ref={heading} tabIndex={-1}>{t('This link does not work')}</h2>
            <p>{t('The link is incomplete or damaged: ask the sender to send it again.')}</p>
          </section>
        )
        : <Received heading={heading} />}
      {state.root != null && <ReceivedContent link={link} inside={inside} root={state.root} />}
    </div>
  )
}

function Received ({ heading }: { heading: { current: HTMLHeadingElement | null } }) {
  const state = useStore(receiving)
  const { item, root } = state
  const name = receivedName(state)
  const typed = { name, type: item?.type, isFolder: root?.isFolder ?? item?.isFolder ?? false }
  const size = root?.sizeBytes ?? item?.sizeBytes
  // An address of the gateway does not say what is there.
  const isKnown = root != null || item?.opens == null

  return (
    <section class='receive-card' aria-labelledby='receive-title'>
      <div class='receive-head'>
        <Icon of={typeIcon(typed)} />
        <div>
          <h2 id='receive-title' ref={heading} tabIndex={-1}>
            <Name of={name} />
          </h2>
          <p class='facts'>{isKnown && [typeWords(typed), ...size == null ? [] : [bytes(size)]].join(' · ')}</p>
        </div>
      </div>
      <ReceiveStatus />
      <div class='actions'>
        <button type='button' class='main' onClick={download}>
          <Icon of='download' />
          <span>{typed.isFolder ? t('Download as ZIP') : t('Download')}</span>
        </button>
        {item?.opens != null && <a class='button' href={item.opens}>{t('Open')}</a>}
        <button type='button' onClick={saveToFiles}>{t('Save to my files')}</button>
        {state.isSaved === true && <a class='button quiet' href={filesLink('/')}>{t('Show in my files')}</a>}
      </div>
    </section>
  )
}
