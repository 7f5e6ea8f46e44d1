import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useStore } from '../../lib/reactive/store.ts'
import { language } from '../../lib/text/language.ts'
import { shownName } from '../../lib/text/shown-name.ts'
import { t } from '../../lib/text/t.ts'
import { Problem } from '../../page/loading/problem.tsx'
import { announceNews } from '../../page/state/news.ts'
import { replaceSection, section } from '../../page/state/section.ts'
import { Live } from '../../page/text/live.tsx'
import { scrollByKey } from '../lib/scroll-by-key.ts'
import { siblingFiles } from '../lib/sibling-files.ts'
import type { ViewerItem } from '../lib/viewer-item.ts'
import { closedLink, pathOf, siblingLink, viewerTarget } from '../lib/viewer-target.ts'
import type { ViewerTarget } from '../lib/viewer-target.ts'
import { useContentLinks } from '../state/use-content-links.ts'
import { useLeaveFolder } from '../state/use-leave-folder.ts'
import { useSiblingItems } from '../state/use-sibling-items.ts'
import { useSwipe } from '../state/use-swipe.ts'
import { useTargetItem } from '../state/use-target-item.ts'
import { viewerList } from '../state/viewer-list.ts'
import { leaveViewer } from '../state/way-back.ts'
import { ViewerBar } from './viewer-bar.tsx'
import { ViewerContent } from './viewer-content.tsx'
import { ViewerIcon } from './viewer-icon.tsx'
import { ViewerInfo } from './viewer-info.tsx'

import '../../styles/viewer.css'

/** Elements with an own meaning of the arrow keys. */
const OWN_ARROWS = ['input', 'select', 'textarea', 'video', 'audio', '.wide-table'].join()

/** A file over its list: the content itself, its neighbours, actions and details. */
export function Viewer ({ target }: { target: ViewerTarget }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const isLeaving = useRef(false)
  const [showsInfo, setShowsInfo] = useState(false)
  const [type, setType] = useState<{ of: string; type: string }>()
  const siblings = siblingsOf(useSiblingItems(target), target)
  const { item, problem, again } = useTargetItem(target, siblings.item)
  const links = useContentLinks(target, item)
  const name = item?.name ?? target.name ?? (target.is === 'pin' ? target.cid : '')
  const { dir } = useStore(language)

  useLeaveFolder(target, item)
  useModal(dialog, target)
  useSwipe(stage, { left: dir === 'rtl' ? previous : next, right: dir === 'rtl' ? next : previous })

  // An element that had the focus may be gone: the previous file, or the button to a neighbour that does not exist.
  useLayoutEffect(() => {
    if (document.activeElement == null || document.activeElement === document.body) {
      stage.current?.focus()
    }
  })

  function close (): void {
    if (!isLeaving.current) {
      isLeaving.current = true
      leaveViewer(target)
    }
  }

  function show (item: ViewerItem | undefined): void {
    if (item != null) {
      replaceSection(siblingLink(target, item))
      announceNews(shownName(item.name))
    }
  }

  function next (): void {
    show(siblings.next)
  }

  function previous (): void {
    show(siblings.previous)
  }

  function keyDown (event: KeyboardEvent): void {
    const on = event.target as Element
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) {
      return
    }
    const [onward, back] = dir === 'rtl' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']

    if ((event.key === onward || event.key === back) && on.closest(OWN_ARROWS) == null) {
      show(event.key === onward ? siblings.next : siblings.previous)
    } else if (event.key.toLowerCase() === 'i' && on.closest('input') == null) {
      setShowsInfo(!showsInfo)
    } else if (on !== stage.current || !(togglesPlay(event.key, on) || scrollByKey(event.key, on))) {
      return
    }
    event.preventDefault()
  }

  return (
    <dialog
      ref={dialog}
      class='viewer'
      aria-labelledby='viewer-name'
      data-info={showsInfo}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onClose={() => {
        // The event comes after the dialog was removed, too.
        if (dialog.current != null) {
          close()
        }
      }}
      onKeyDown={keyDown}
      onPaste={(event) => {
        event.stopPropagation() // The list under the dialog pastes files.
      }}
    >
      <ViewerBar
        name={name}
        item={item}
        position={siblings.position}
        count={siblings.count}
        showsInfo={showsInfo}
        showInfo={setShowsInfo}
        close={close}
      />
      <div ref={stage} class='viewer-stage' tabIndex={-1} autofocus>
        {problem != null && (
          <div class='viewer-note'>
            <Problem problem={problem}>
              <button
                type='button'
                onClick={() => {
                  stage.current?.focus()
                  again()
                }}
              >
                {t('Try again')}
              </button>
            </Problem>
          </div>
        )}
        {problem == null && item == null && (
          <div class='viewer-note'>
            <progress aria-label={t('Opening {name}', { name: shownName(name) })} />
          </div>
        )}
        {item != null && (
          <ViewerContent
            key={`${pathOf(target)} ${item.cid}`}
            item={item}
            links={links}
            onType={(type) => {
              setType({ of: item.cid, type })
            }}
            focus={() => stage.current?.focus()}
          />
        )}
      </div>
      {siblings.count > 1 && (
        <>
          <Neighbour is='previous' item={siblings.previous} show={show} />
          <Neighbour is='next' item={siblings.next} show={show} />
        </>
      )}
      {showsInfo && (
        <ViewerInfo
          target={target}
          item={item}
          type={type?.of === item?.cid ? type?.type : undefined}
          close={() => {
            setShowsInfo(false)
            stage.current?.focus()
          }}
        />
      )}
      <Live />
    </dialog>
  )
}

/** The button to a neighbour, which is disabled at the end of the list. */
function Neighbour (
  { is, item, show }: {
    is: 'previous' | 'next'
    item: ViewerItem | undefined
    show: (item: ViewerItem | undefined) => void
  }
) {
  const isForward = (is === 'next') === (language.value.dir !== 'rtl')
  const label = is === 'next' ? t('Next file') : t('Previous file')

  return (
    <button
      type='button'
      class={`viewer-round viewer-${is}`}
      aria-label={label}
      title={label}
      aria-disabled={item == null}
      onClick={() => {
        show(item)
      }}
    >
      <ViewerIcon of={isForward ? 'right' : 'left'} />
    </button>
  )
}

/** Opens the dialog, and returns the focus to the file in the list after it was closed. */
function useModal (dialog: { current: HTMLDialogElement | null }, target: ViewerTarget): void {
  const last = useRef(target)
  last.current = target

  useLayoutEffect(() => {
    const element = dialog.current!
    element.showModal()

    return () => {
      element.close() // Returns the focus to the element that had it before.
      const { current } = last
      if (viewerTarget(section.value) == null && location.hash === closedLink(current) && current.name != null) {
        viewerList.value?.focus(current.name)
      }
    }
  }, [])
}

function siblingsOf (items: readonly ViewerItem[], target: ViewerTarget) {
  return useMemo(() => siblingFiles(items, target), [items, target])
}

/** @returns whether the key starts or stops a video or audio file */
function togglesPlay (key: string, stage: Element): boolean {
  const media = key === ' ' ? stage.querySelector<HTMLMediaElement>('video, audio') : null
  if (media == null) {
    return false
  }
  if (media.paused) {
    void media.play().catch(() => {}) // The element shows its error.
  } else {
    media.pause()
  }
  return true
}
