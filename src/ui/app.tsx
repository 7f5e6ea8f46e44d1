import { Brand } from './parts/brand.tsx'
import { DataGone } from './parts/data-gone.tsx'
import { DropArea } from './parts/drop-area.tsx'
import { FilesView } from './parts/files-view.tsx'
import { FolderView } from './parts/folder-view.tsx'
import { FullDisk } from './parts/full-disk.tsx'
import { GcNotice } from './parts/gc-notice.tsx'
import { JobList } from './parts/job-list.tsx'
import { KeptList } from './parts/kept-list.tsx'
import { Live } from './parts/live.tsx'
import { NodeCard } from './parts/node-card.tsx'
import { NodePill } from './parts/node-pill.tsx'
import { NodeProblem } from './parts/node-problem.tsx'
import { PeersCard } from './parts/peers-card.tsx'
import { RepairNotice } from './parts/repair-notice.tsx'
import { Sections } from './parts/sections.tsx'
import { SharedNotice } from './parts/shared-notice.tsx'
import { StorageCard } from './parts/storage-card.tsx'
import { TryCard } from './parts/try-card.tsx'
import { UpdateBanner } from './parts/update-banner.tsx'
import { UploadList } from './parts/upload-list.tsx'
import { useStore } from './lib/store.ts'
import { section } from './state/section.ts'

/** The page. */
export function App () {
  const shown = useStore(section)

  return (
    <>
      <header class='top'>
        <div class='brand'>
          <Brand />
          <div>
            <h1>swipfs</h1>
            <p>an IPFS node in this browser</p>
          </div>
        </div>
        <NodePill />
      </header>
      <Sections section={shown} />
      <UpdateBanner />
      <div class='columns'>
        <main>
          <SharedNotice />
          <DataGone />
          <NodeProblem />
          <RepairNotice />
          <FullDisk />
          <GcNotice />
          {shown.is === 'kept' && <DropArea />}
          {shown.is === 'files' && <FilesView path={shown.path} />}
          <UploadList />
          <JobList />
          {shown.is === 'kept' && <FolderView />}
          {shown.is === 'kept' && <KeptList />}
        </main>
        <aside aria-label='Node and storage'>
          <StorageCard />
          <NodeCard />
          <PeersCard />
          <TryCard />
        </aside>
      </div>
      <Live />
    </>
  )
}
