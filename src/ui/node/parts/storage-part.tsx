import { useEffect, useState } from 'preact/hooks'
import { follow } from '../../client/follow.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { bytes } from '../../lib/text/format.ts'
import { t, tn } from '../../lib/text/t.ts'
import { StorageFacts } from '../../storage/parts/storage-facts.tsx'
import { storage } from '../../storage/state/storage.ts'
import { readTaken, taken } from '../../storage/state/taken.ts'

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
        <dt>{t('Kept by pins')}</dt>
        <dd>
          {pins == null ? '…' : tn(pins, '{n} pin', '{n} pins')} <a href='#/pinned'>{t('See them')}</a>
        </dd>
        <dt>{t('Kept among the files')}</dt>
        <dd>
          {files == null
            ? '…'
            : files.blocks === 0
            ? t('nothing')
            : tn(files.blocks, '{size} in {n} entry', '{size} in {n} entries', { size: bytes(files.bytes) })}{' '}
          <a href='#/'>{t('See them')}</a>
        </dd>
        {besides > 0 && (
          <>
            <dt>{t('Besides blocks')}</dt>
            <dd>
              {t('{size}: indexes, settings, the page itself, and room that the browser has not given back yet', {
                size: bytes(besides)
              })}
            </dd>
          </>
        )}
      </dl>
      {problem != null && <p class='state bad'>{problem}</p>}
      <p class='facts'>{t('“Free unused space” removes blocks that no pin and no file needs. What is kept stays.')}</p>
      {quotaBytes != null && (
        <details
          class='topic'
          onToggle={({ currentTarget }) => {
            setShowsRest(currentTarget.open)
          }}
        >
          <summary>
            <h3>{t('What a browser promises')}</h3>
          </summary>
          {showsRest && (
            <p>
              {t(
                'A browser lets a site use a part of the disk. It may throw all of it away when the disk runs full, unless it was asked to keep it and agreed. A private window keeps nothing once it is closed. What must not be lost belongs in a second place too.'
              )}
            </p>
          )}
        </details>
      )}
    </>
  )
}
