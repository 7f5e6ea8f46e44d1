import type { LookupSource } from '../../../client/index.ts'
import { t } from '../../lib/text/t.ts'
import { sourceName, sourceWords } from '../lib/source-words.ts'

/** The places that were asked for a content, each with its answer. */
export function AskedPlaces ({ sources }: { sources: readonly LookupSource[] }) {
  return sources.length === 0 ? null : (
    <ul class='asked-places' aria-label={t('Places that were asked')}>
      {sources.map((source) => (
        <li key={source.name} data-state={source.state}>
          <bdi translate={false}>{sourceName(source.name)}</bdi>
          <span class='facts' title={source.problem}>{sourceWords(source)}</span>
        </li>
      ))}
    </ul>
  )
}
