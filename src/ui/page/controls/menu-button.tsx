import type { ComponentChildren } from 'preact'
import { useCallback, useRef, useState } from 'preact/hooks'
import { Menu } from './menu.tsx'
import type { MenuItem } from './menu.tsx'

interface MenuButtonProps {
  label: string
  class?: string
  items: () => readonly MenuItem[]
  tabIndex?: number
  children: ComponentChildren
}

/** A button that opens a menu below it. */
export function MenuButton ({ label, class: name, items, tabIndex, children }: MenuButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [at, setAt] = useState<{ x: number; y: number }>()
  const close = useCallback(() => {
    setAt(undefined)
    button.current?.focus()
  }, [])

  return (
    <>
      <button
        type='button'
        ref={button}
        class={name}
        aria-haspopup='menu'
        aria-expanded={at != null}
        aria-label={label}
        title={label}
        tabIndex={tabIndex}
        onClick={(event) => {
          event.stopPropagation()
          const box = button.current!.getBoundingClientRect()
          setAt(at == null ? { x: box.left, y: box.bottom + 4 } : undefined)
        }}
      >
        {children}
      </button>
      {at != null && <Menu label={label} items={items()} at={at} onEnd={close} />}
    </>
  )
}
