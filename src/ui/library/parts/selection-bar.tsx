import type { FolderEntry } from '../../folder/lib/folder-entry.ts'
import { t, tn } from '../../lib/text/t.ts'
import { Icon } from '../../page/controls/icon.tsx'
import { MenuButton } from '../../page/controls/menu-button.tsx'
import type { MenuItem } from '../../page/controls/menu.tsx'

interface SelectionBarProps {
  chosen: readonly FolderEntry[]
  /** all actions of the selected items */
  items: readonly MenuItem[]
  /** ids of those that are shown as buttons; the others are in a menu */
  barIds: readonly string[]
  clear: () => void
}

/** Actions for the selected items. It takes the place of the tools, so that selecting moves nothing. */
export function SelectionBar ({ chosen, items, barIds, clear }: SelectionBarProps) {
  const label = chosen.length === 1
    ? t('Actions for {name}', { name: chosen[0].name })
    : tn(chosen.length, 'Actions for {n} item', 'Actions for {n} items')

  return (
    <div class='list-tools selection-bar' role='group' aria-label={label}>
      {barIds.flatMap((id) => items.find((item) => item.id === id) ?? []).map((item) => (
        <BarButton key={item.id} item={item} />
      ))}
      <MenuButton label={t('More actions')} class='quiet icon-only' items={() => items}>
        <Icon of='more' />
      </MenuButton>
      <button type='button' class='quiet icon-only' aria-label={t('Clear selection')} onClick={clear}>
        <Icon of='close' />
      </button>
    </div>
  )
}

function BarButton ({ item: { label, icon, href, run, isDanger } }: { item: MenuItem }) {
  const inside = (
    <>
      <Icon of={icon} /> <span>{label}</span>
    </>
  )
  return href == null
    ? <button type='button' class={isDanger === true ? 'danger' : undefined} onClick={run}>{inside}</button>
    : <a class='button' href={href}>{inside}</a>
}
