import { useEffect, useRef, useState } from 'preact/hooks'
import { libraryLink } from '../../lib/links/section.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { t, tn } from '../../lib/text/t.ts'
import { Name } from '../../page/text/name.tsx'
import { ServiceForm } from '../../storage/parts/service-form.tsx'
import { elsewhere, readElsewhere, stopReadingElsewhere } from '../../storage/state/elsewhere.ts'
import { HomeLoadPlace } from './home-load-place.tsx'
import { SettingGroup } from './setting-group.tsx'

/** The nodes and services that keep copies while this browser is closed. */
export function HomeNodeSettings () {
  const services = useStore(elsewhere)
  const [isAdding, setAdding] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    void readElsewhere()
    return stopReadingElsewhere
  }, [])

  function end (): void {
    setAdding(false)
    requestAnimationFrame(() => {
      button.current?.focus()
    })
  }

  return (
    <SettingGroup
      id='home-node'
      title={t('Home node')}
      about={t('A node that is always on, or a pinning service, keeps copies online while this browser is closed.')}
    >
      {services.length === 0 && !isAdding && <p>{t('None is set up.')}</p>}
      {services.length > 0 && (
        <ul class='home-nodes'>
          {services.map(({ name, pins, problem }) => (
            <li key={name}>
              <Name of={name} />{' '}
              <span class='facts'>
                {problem == null ? tn(pins.length, '{n} pin', '{n} pins') : problem.what}
              </span>
              <HomeLoadPlace name={name} />
            </li>
          ))}
        </ul>
      )}
      {isAdding ? <ServiceForm onEnd={end} /> : (
        <div class='actions'>
          <button
            type='button'
            ref={button}
            onClick={() => {
              setAdding(true)
            }}
          >
            {t('Add a home node…')}
          </button>
          {services.length > 0 && <a class='button quiet' href={libraryLink('pinned')}>{t('Manage')}</a>}
        </div>
      )}
    </SettingGroup>
  )
}
