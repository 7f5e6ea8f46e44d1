import type { Choice } from '../../folder/lib/chosen-entries.ts'
import { t, words } from '../../lib/text/t.ts'
import type { Words } from '../../lib/text/t.ts'
import { Icon } from '../../page/controls/icon.tsx'

interface ItemHeadProps {
  choice: Choice
  choose: (part: Partial<Choice>) => void
  dateTitle: Words
  whereTitle: Words | undefined
}

/** Column titles of a list, which sort it. */
export function ItemHead ({ choice, choose, dateTitle, whereTitle }: ItemHeadProps) {
  return (
    <div class='item-head' role='row' aria-rowindex={1}>
      <span role='columnheader'>
        <span class='unseen'>{t('Selected')}</span>
      </span>
      <Column sort='name' title={words('Name')} choice={choice} choose={choose} />
      {whereTitle != null && <span role='columnheader' class='item-where'>{t(whereTitle)}</span>}
      <Column sort='size' title={words('Size')} choice={choice} choose={choose} />
      <Column sort='date' title={dateTitle} choice={choice} choose={choose} />
      <span role='columnheader'>
        <span class='unseen'>{t('State')}</span>
      </span>
      <span role='columnheader'>
        <span class='unseen'>{t('Actions')}</span>
      </span>
    </div>
  )
}

function Column (
  { sort, title, choice, choose }: Pick<ItemHeadProps, 'choice' | 'choose'> & { sort: Choice['sort']; title: Words }
) {
  const isSorted = choice.sort === sort
  const direction = choice.descending ? 'descending' : 'ascending'

  return (
    <span role='columnheader' class={`item-${sort}`} aria-sort={isSorted ? direction : 'none'}>
      <button
        type='button'
        class='quiet'
        onClick={() => {
          choose(isSorted ? { descending: !choice.descending } : { sort, descending: sort === 'date' })
        }}
      >
        {t(title)}
        {isSorted && <Icon of={choice.descending ? 'down' : 'up'} />}
      </button>
    </span>
  )
}
