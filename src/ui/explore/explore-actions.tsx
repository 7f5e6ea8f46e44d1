import { isFolder, isUnixfs } from '../content/lib/node-kind.ts'
import type { ExploredNode } from '../content/state/read-node.ts'
import { fetchContents, fetches, isFetching, pinOptions } from '../intake/state/fetches.ts'
import { ranLine } from '../lib/command/lines/ran-line.ts'
import { saveLine } from '../lib/command/lines/save-line.ts'
import { contentHref } from '../lib/links/content-href.ts'
import { pathParts } from '../lib/links/mfs-path.ts'
import { carLink, saveLink } from '../lib/links/save-link.ts'
import { useStore } from '../lib/reactive/store.ts'
import { t } from '../lib/text/t.ts'
import { RunInConsole } from '../page/controls/run-in-console.tsx'
import { ShareButton } from '../share/parts/share-button.tsx'
import { kept } from '../storage/state/kept.ts'

/**
 * Actions for the explored content.
 *
 * @param path - where it was found
 * @param name - its name, or the CID if it has none
 */
export function ExploreActions (
  { node: { cid, kind, rest }, path, name = pathParts(path).slice(1).at(-1) ?? cid }: {
    node: ExploredNode
    path: string
    name: string | undefined
  }
) {
  const { list } = useStore(kept)
  const isKept = list?.some((pin) => pin.cid === cid && pin.type === 'recursive') === true
  const isFetched = useStore(fetches).some((one) => one.path === `/ipfs/${cid}` && one.isWhole && isFetching(one))
  const hasFiles = isUnixfs(kind) && rest === ''
  const fileKind = hasFiles ? 'file' : undefined

  return (
    <div class='actions' role='group' aria-label={t('Actions for {name}', { name })}>
      <a class='button' href={contentHref(isFolder(kind) ? `${path}/` : path)} target='_blank' rel='noopener'>
        {t('Open')}
      </a>
      <span class='with-command'>
        {!isKept && (
          <button
            type='button'
            class='main'
            disabled={isFetched}
            onClick={() => {
              fetchContents([{ path: `/ipfs/${cid}`, name }])
            }}
          >
            {isFetched ? t('Pinning…') : t('Pin')}
          </button>
        )}
        <RunInConsole line={ranLine('pin/add', [cid], pinOptions(name))} />
      </span>
      {hasFiles && (
        <span class='with-command'>
          <a class='button' href={saveLink(cid, isFolder(kind) ? 'folder' : 'file', name)}>
            {isFolder(kind) ? t('Download as TAR') : t('Download')}
          </a>
          <RunInConsole line={saveLine(cid, isFolder(kind))} />
        </span>
      )}
      <span class='with-command'>
        <a class='button' href={carLink(cid, name)}>{t('Download as CAR')}</a>
        <RunInConsole line={ranLine('dag/export', [cid])} />
      </span>
      <ShareButton
        item={{
          cid,
          name: name === cid ? '' : name,
          kind: isFolder(kind) ? 'folder' : fileKind
        }}
      />
      {hasFiles && (
        <button
          type='button'
          onClick={() => {
            fetchContents([{ path: `/ipfs/${cid}`, name }], { folder: '/', isWhole: false })
          }}
        >
          {t('Save to Files')}
        </button>
      )}
    </div>
  )
}
