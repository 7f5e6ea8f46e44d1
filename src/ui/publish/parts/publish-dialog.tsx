import { useEffect, useState } from 'preact/hooks'
import { BASE } from '../../../client/protocol/base.ts'
import { folderName } from '../../folder/state/change-files.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { moment } from '../../lib/text/format.ts'
import { plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { rich } from '../../lib/text/rich.ts'
import { t } from '../../lib/text/t.ts'
import { CopyButton } from '../../page/controls/copy-button.tsx'
import { Problem } from '../../page/loading/problem.tsx'
import { Name } from '../../page/text/name.tsx'
import { LinkActions } from '../../share/parts/link-actions.tsx'
import { ShareDialog } from '../../share/parts/share-dialog.tsx'
import type { PublishedFolder } from '../lib/published-row.ts'
import { publishedWords } from '../lib/published-words.ts'
import { closePublish, followPublished, published, publishFolder, stopPublishing } from '../state/published.ts'

/** The dialog that gives a folder a link which follows it, with the result at each place. */
export function PublishDialog ({ path }: { path: string }) {
  const { list } = useStore(published)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<PlainError>()
  const folder = list?.find((one) => one.path === path)
  const name = folderName(path)

  useEffect(followPublished, [])

  async function publish (): Promise<void> {
    setBusy(true)
    setProblem(undefined)
    await publishFolder(path).catch((err: unknown) => {
      setProblem(plainError(err))
    })
    setBusy(false)
  }

  return (
    <ShareDialog title={rich(t('Publish {name}'), { name: <Name of={name} /> })} onClose={closePublish}>
      {folder == null
        ? (
          <>
            <p>
              {t(
                'The folder gets a link that always leads to its latest content. Changes are published automatically.'
              )}
            </p>
            <div class='actions'>
              <button
                type='button'
                class='main'
                disabled={busy || list == null}
                onClick={() => {
                  void publish()
                }}
              >
                {busy ? t('Publishing…') : t('Publish')}
              </button>
            </div>
          </>
        )
        : (
          <Published
            folder={folder}
            busy={busy}
            publish={() => {
              void publish()
            }}
          />
        )}
      {problem != null && <Problem problem={problem} />}
    </ShareDialog>
  )
}

function Published (
  { folder, busy, publish }: { folder: PublishedFolder; busy: boolean; publish: () => void }
) {
  const { id, path, atMs, problem } = folder
  const isFailed = problem != null
  const namePath = ['', 'ipns', id].join('/')

  return (
    <>
      <p class={isFailed ? 'state bad' : 'state good'} role='status'>{publishedWords(folder)}</p>
      <LinkActions link={`${location.origin}${BASE}${namePath.slice(1)}/`} name={folderName(path)} />
      <p class='facts'>
        {atMs != null && t('Last published {moment}.', { moment: moment(new Date(atMs)) })} {t(
          'Changes to the folder are published automatically while this app is open. Visitors see them within two minutes.'
        )}
      </p>
      <Places folder={folder} />
      <details class='share-way'>
        <summary>{t('More')}</summary>
        <div class='share-row'>
          <div>
            <h3>{t('IPNS name')}</h3>
            <code class='share-text'>{namePath}</code>
          </div>
          <CopyButton text={namePath} what={t('IPNS name')} />
        </div>
      </details>
      <div class='actions'>
        <button type='button' disabled={busy} onClick={publish}>
          {busy ? t('Publishing…') : t('Publish again')}
        </button>
        <button
          type='button'
          class='danger'
          disabled={busy}
          onClick={() => {
            closePublish()
            void stopPublishing(folder)
          }}
        >
          {t('Stop following')}
        </button>
      </div>
    </>
  )
}

/** The result at each place, with the reasons of failures. */
function Places ({ folder: { places, problem } }: { folder: PublishedFolder }) {
  return places.length === 0 && problem == null
    ? null
    : (
      <details class='share-way'>
        <summary>{t('Result at each place')}</summary>
        {problem != null && <p class='state bad'>{problem}</p>}
        <ul class='share-services'>
          {places.map(({ place, problem }) => (
            <li key={place}>
              <Name of={place} />
              <span class={problem == null ? 'state good' : 'state bad'}>{problem ?? t('Published')}</span>
            </li>
          ))}
        </ul>
      </details>
    )
}
