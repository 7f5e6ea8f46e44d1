import type { TreeRow } from '../content/lib/tree-rows.ts'
import { bytes } from '../lib/text/format.ts'
import { t } from '../lib/text/t.ts'
import { Icon } from '../page/controls/icon.tsx'
import { Cid } from '../page/text/cid.tsx'
import { Name } from '../page/text/name.tsx'

export interface ExploreTreeRowProps {
  row: TreeRow
  topPx: number
  href: string
  isCursor: boolean
  /** whether it cannot have links */
  isLeaf: boolean
  choose: () => void
  toggle: () => void
}

/** Limit of indentation, which leaves room for names. */
const MAX_INDENTS = 6

/** A link in the tree. */
export function ExploreTreeRow (
  { row: { key, link, level, position, siblings, branch }, topPx, href, isCursor, isLeaf, choose, toggle }:
    ExploreTreeRowProps
) {
  const { name, cid, size } = link
  const isReading = branch?.reading === true
  const isEmpty = branch?.links?.length === 0
  const words = name === '' ? t('Link {position}', { position }) : name

  return (
    <div
      id={`tree-${key}`}
      class='tree-row'
      role='treeitem'
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-selected={isCursor}
      aria-busy={isReading}
      aria-expanded={isLeaf || isEmpty ? undefined : branch?.isOpen === true}
      data-cursor={isCursor}
      style={{ top: `${topPx}px`, paddingInlineStart: `${Math.min(level - 1, MAX_INDENTS) * 1.1}rem` }}
      onClick={choose}
    >
      <span
        class='tree-twisty'
        data-open={branch?.isOpen === true}
        data-leaf={isLeaf || isEmpty}
        aria-hidden='true'
        onClick={toggle}
      >
        {!isLeaf && !isEmpty && (isReading ? '…' : '›')}
      </span>
      <a href={href} tabIndex={-1} title={words}>
        <Name of={words} />
      </a>
      {isReading && <span class='facts'>{t('Searching…')}</span>}
      {branch?.problem != null && (
        <span class='state bad' title={branch.problem.detail}>
          <Icon of='incomplete' /> {branch.problem.what}
        </span>
      )}
      <span class='tree-size'>{size == null ? '' : bytes(size)}</span>
      <span class='tree-cid'>
        <Cid id={cid} />
      </span>
    </div>
  )
}
