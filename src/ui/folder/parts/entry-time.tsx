import { day, moment } from '../../lib/text/format.ts'
import { t } from '../../lib/text/t.ts'
import { entryDate } from '../lib/entry-date.ts'
import type { FolderEntry } from '../lib/folder-entry.ts'

/** The date of an entry, with a description of its meaning. */
export function EntryTime ({ entry }: { entry: Pick<FolderEntry, 'modified' | 'since'> }) {
  const date = entryDate(entry)
  return date == null
    ? null
    : (
      <time
        dateTime={date.toISOString()}
        title={entry.modified == null
          ? t('Added {moment}', { moment: moment(date) })
          : t('Modified {moment}', { moment: moment(date) })}
      >
        {day(date)}
      </time>
    )
}
