import { useEffect } from 'preact/hooks'
import { folderName } from '../../folder/state/change-files.ts'
import { filesLink } from '../../lib/links/section.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { t } from '../../lib/text/t.ts'
import { Icon } from '../../page/controls/icon.tsx'
import { Name } from '../../page/text/name.tsx'
import { publishedWords } from '../lib/published-words.ts'
import { followPublished, openPublish, published } from '../state/published.ts'

/** The published folders; empty if there are none. */
export function PublishedList () {
  const { list = [] } = useStore(published)

  useEffect(followPublished, [])

  return list.length === 0
    ? null
    : (
      <section class='published' aria-labelledby='published-title'>
        <h3 id='published-title'>{t('Published folders')}</h3>
        <ul class='published-list'>
          {list.map((folder) => (
            <li key={folder.id}>
              <Icon of='publish' />
              <a href={filesLink(folder.path)}>
                <Name of={folderName(folder.path)} />
              </a>
              <span class='facts'>{publishedWords(folder)}</span>
              <button
                type='button'
                class='quiet'
                aria-haspopup='dialog'
                aria-label={t('Manage {name}', { name: folderName(folder.path) })}
                onClick={() => {
                  openPublish(folder.path)
                }}
              >
                {t('Manage')}
              </button>
            </li>
          ))}
        </ul>
      </section>
    )
}
