import { useEffect, useState } from 'preact/hooks'
import { follow } from '../../client/follow.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { bytes } from '../../lib/text/format.ts'
import { t, tn } from '../../lib/text/t.ts'
import { StorageFacts } from '../../storage/parts/storage-facts.tsx'
import { storage } from '../../storage/state/storage.ts'
import { readTaken, taken } from '../../storage/state/taken.ts'

function filesText ({ blocks, bytes: size }: { blocks: number; bytes: number }): string {
  return blocks === 0 ? t('nothing') : tn(blocks, '{size} in {n} item', '{size} in {n} items', { size: bytes(size) })
}

/** Used storage, its persistence, and ways to free it. */
export function StoragePart () {
  const { repoBytes, quotaBytes, usageBytes } = useStore(storage)
  const { pins, files, problem } = useStore(taken)
  const [showsRest, setShowsRest] = useState(false)
  const besides = repoBytes != null && usageBytes != null ? usageBytes - repoBytes : 0

  useEffect(() => {
    void readTaken()
    const stops = (['pins', 'files'] as const).map((topic) => follow(topic, readTaken))
    return () => {
      stops.forEach((stop) => {
        stop()
      })
    }
  }, [])

  return (
    <>
      <StorageFacts />
      <dl class='facts-list'>
        <dt>{t('Pinned')}</dt>
        <dd>
          {pins == null ? '…' : tn(pins, '{n} pin', '{n} pins')} <a href='#/pinned'>{t('Show')}</a>
        </dd>
        <dt>{t('In Files')}</dt>
        <dd>
          {files == null ? '…' : filesText(files)} <a href='#/'>{t('Show')}</a>
        </dd>
        {besides > 0 && (
          <>
            <dt>{t('Other data')}</dt>
            <dd>
              {t('{size}: indexes, settings, the app itself, and space that the browser has not released yet', {
                size: bytes(besides)
              })}
            </dd>
          </>
        )}
      </dl>
      {problem != null && <p class='state bad'>{problem}</p>}
      <p class='facts'>{t('“Free unused space” removes blocks that no pin or file needs. Your files stay.')}</p>
      {quotaBytes != null && (
        <details
          class='topic'
          onToggle={({ currentTarget }) => {
            setShowsRest(currentTarget.open)
          }}
        >
          <summary>
            <h3>{t('About browser storage')}</h3>
          </summary>
          {showsRest && (
            <p>
              {t(
                'A browser gives each site a share of the disk. When disk space runs low, it may delete all of it, unless it granted permanent storage. A private window deletes everything when you close it. Keep a second copy of anything you cannot lose.'
              )}
            </p>
          )}
        </details>
      )}
    </>
  )
}
