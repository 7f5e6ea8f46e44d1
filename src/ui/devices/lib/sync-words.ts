import type { SyncState } from '../../../devices/drive/device-sync.ts'
import { bytes } from '../../lib/text/format.ts'
import { t } from '../../lib/text/t.ts'

/** Returns the sentence about syncing with a device. */
export function syncWords ({ phase, hasNews, progress, problem }: SyncState, device: string): string {
  switch (phase) {
    case 'looking':
      return t('Looking for {device}…', { device })
    case 'current':
      return t('Up to date with {device}', { device })
    case 'merging':
      return t('Receiving changes of {device}: {done} of {total} · {size}', {
        device,
        done: String(progress?.done ?? 0),
        total: String(progress?.steps ?? 0),
        size: bytes(progress?.bytes ?? 0)
      })
    case 'waiting':
      return hasNews === true
        ? t('{device} has changes. They arrive when it is online.', { device })
        : t('Waiting for {device} to come online', { device })
    case 'paused':
      return t('Receiving from {device} is paused', { device })
    case 'failed':
      return t('Syncing with {device} failed: {problem}', { device, problem: problem ?? '' })
  }
}
