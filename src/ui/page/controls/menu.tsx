import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Icon } from './icon.tsx'
import type { IconName } from './icon.tsx'

/** An entry of a menu: a link, or an action. */
export interface MenuItem {
  id: string
  label: string
  icon: IconName
  href?: string
  /** whether the link opens a tab */
  opensTab?: boolean
  run?: () => void
  isDanger?: boolean
  /** for a setting: whether it is on */
  isChecked?: boolean
  /** whether a line separates it from the entries before */
  startsGroup?: boolean
}

interface MenuProps {
  label: string
  items: readonly MenuItem[]
  /** px in the window; the menu is moved to fit */
  at: { x: number; y: number }
  /** called when it closes; moves the focus back */
  onEnd: () => void
}

const MARGIN_PX = 8
const ENTRIES = '[role^=menuitem]'

/** A menu that is opened at a point (menu pattern, WAI-ARIA Authoring Practices). */
export function Menu ({ label, items, at, onEnd }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState({ left: at.x, top: at.y })

  useLayoutEffect(() => {
    const box = menu.current!.getBoundingClientRect()
    setPlace({
      left: Math.max(MARGIN_PX, Math.min(at.x, innerWidth - box.width - MARGIN_PX)),
      top: Math.max(MARGIN_PX, Math.min(at.y, innerHeight - box.height - MARGIN_PX))
    })
    menu.current!.querySelector<HTMLElement>(ENTRIES)?.focus()
  }, [at.x, at.y])

  useEffect(() => {
    const onPointer = (event: Event): void => {
      if (!menu.current!.contains(event.target as Node)) {
        onEnd()
      }
    }
    addEventListener('pointerdown', onPointer, true)
    addEventListener('blur', onEnd)
    addEventListener('resize', onEnd)
    return () => {
      removeEventListener('pointerdown', onPointer, true)
      removeEventListener('blur', onEnd)
      removeEventListener('resize', onEnd)
    }
  }, [onEnd])

  function onKeyDown (event: KeyboardEvent): void {
    const all = [...menu.current!.querySelectorAll<HTMLElement>(ENTRIES)]
    const now = all.indexOf(document.activeElement as HTMLElement)
    const steps: Record<string, number> = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: -1 }

    event.stopPropagation()
    if (event.key in steps) {
      event.preventDefault()
      all.at(steps[event.key] % all.length)?.focus()
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault()
      onEnd()
    }
  }

  return (
    <div
      ref={menu}
      class='menu'
      role='menu'
      aria-label={label}
      style={{ left: `${place.left}px`, top: `${place.top}px` }}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => {
        event.preventDefault()
      }}
    >
      {items.map((item) => <Entry key={item.id} item={item} onEnd={onEnd} />)}
    </div>
  )
}

function Entry ({ item: { id, label, icon, href, opensTab, run, isDanger, isChecked, startsGroup }, onEnd }: {
  item: MenuItem
  onEnd: () => void
}) {
  const shared = {
    role: isChecked == null ? 'menuitem' : 'menuitemcheckbox',
    'aria-checked': isChecked,
    tabIndex: -1,
    class: 'menu-item',
    'data-id': id,
    'data-danger': isDanger,
    'data-group': startsGroup,
    onClick: () => {
      onEnd()
      run?.()
    }
  } as const
  const inside = (
    <>
      <Icon of={icon} /> <span>{label}</span> {isChecked === true && <Icon of='whole' />}
    </>
  )

  return href == null
    ? <button type='button' {...shared}>{inside}</button>
    : <a {...shared} href={href} {...opensTab === true ? { target: '_blank', rel: 'noopener' } : {}}>{inside}</a>
}
