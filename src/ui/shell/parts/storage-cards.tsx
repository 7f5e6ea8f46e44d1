import { BackupCard } from '../../backup/parts/backup-card.tsx'
import { InstallCard } from './install-card.tsx'

/** Cards below the facts about storage. */
export function StorageCards () {
  return (
    <div class='cards'>
      <BackupCard />
      <InstallCard onGone={() => document.querySelector<HTMLElement>('#node-part-title')?.focus()} />
    </div>
  )
}
