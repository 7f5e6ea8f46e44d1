import { nameDirection } from '../../lib/text/name-direction.ts'
import { shownName } from '../../lib/text/shown-name.ts'
import { t, tn } from '../../lib/text/t.ts'
import { Icon } from '../../page/controls/icon.tsx'
import { WithCode } from '../../page/text/with-code.tsx'
import { GROUPS } from '../lib/search-hit.ts'
import type { HitGroup, SearchHit } from '../lib/search-hit.ts'

interface SearchHitsProps {
  groups: readonly HitGroup[]
  /** key of the hit that Enter opens */
  chosen: string | undefined
  choose: (key: string) => void
  run: (hit: SearchHit, isApart: boolean) => void
}

/** The hits of a search, in groups. */
export function SearchHits ({ groups, chosen, choose, run }: SearchHitsProps) {
  let index = 0

  return (
    <div id='search-hits' role='listbox' aria-label={t('Results')} hidden={groups.length === 0}>
      {groups.map(({ name, hits, count }) => (
        <div key={name} role='group' aria-labelledby={`search-${name}`}>
          <p id={`search-${name}`} class='search-group' role='presentation'>
            {t(GROUPS[name])}
            {count > hits.length && (
              <span class='facts'>{tn(count, '{shown} of {n}', '{shown} of {n}', { shown: hits.length })}</span>
            )}
          </p>
          {hits.map((hit) => (
            <Hit
              key={hit.key}
              id={`hit-${index++}`}
              hit={hit}
              isChosen={hit.key === chosen}
              choose={choose}
              run={run}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

function Hit (
  { id, hit, isChosen, choose, run }: {
    id: string
    hit: SearchHit
    isChosen: boolean
  } & Pick<SearchHitsProps, 'choose' | 'run'>
) {
  const { key, icon, title, detail, help } = hit

  return (
    <div
      id={id}
      class='search-hit'
      role='option'
      aria-selected={isChosen}
      onPointerMove={() => {
        if (!isChosen) {
          choose(key)
        }
      }}
      onPointerDown={(event) => {
        event.preventDefault() // The focus stays in the field.
      }}
      onClick={({ ctrlKey, metaKey }) => {
        run(hit, ctrlKey || metaKey)
      }}
    >
      <Icon of={icon} />
      <span class='search-title' dir={nameDirection(title)}>{shownName(title)}</span>{' '}
      {detail != null && <bdi class='search-detail'>{shownName(detail)}</bdi>}
      {help != null && (
        <bdi class='search-detail' lang={help.lang} dir={help.dir}>
          <WithCode text={help.text} />
        </bdi>
      )}
    </div>
  )
}
