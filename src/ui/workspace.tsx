import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { ActionProblem } from './actions/parts/action-problem.tsx'
import { useUndoKeys } from './actions/parts/use-undo-keys.ts'
import { node, whenReady } from './client/node.ts'
import { isPaired } from './devices/state/devices-line.ts'
import { FilesView } from './files/files-view.tsx'
import { emptyExpired } from './folder/state/bin.ts'
import { CarQuestion } from './intake/parts/car-question.tsx'
import { DropPlace } from './intake/parts/drop-place.tsx'
import { SharedInNotice } from './intake/parts/shared-in-notice.tsx'
import { takeLaunch } from './intake/state/shared-in.ts'
import { followUnfinished } from './intake/state/unfinished.ts'
import type { NodePart, Section } from './lib/links/section.ts'
import { useStore } from './lib/reactive/store.ts'
import { t } from './lib/text/t.ts'
import { removeOldArchives } from './library/state/download-zip.ts'
import { Later } from './page/loading/later.tsx'
import { shownPlace } from './page/state/section.ts'
import { PublishPlace } from './publish/parts/publish-place.tsx'
import { SearchPlace } from './search/parts/search-place.tsx'
import { SharePlace } from './share/parts/share-place.tsx'
import { FullDisk } from './shell/parts/full-disk.tsx'
import { NodeProblem } from './shell/parts/node-problem.tsx'
import { RedirectNotice } from './shell/parts/redirect-notice.tsx'
import { StatusBar } from './shell/parts/status-bar.tsx'
import { UpdateBanner } from './shell/parts/update-banner.tsx'
import { showTitle } from './shell/state/title.ts'
import { DataGone } from './storage/parts/data-gone.tsx'
import { GcNotice } from './storage/parts/gc-notice.tsx'
import { RepairNotice } from './storage/parts/repair-notice.tsx'
import { ViewerPlace } from './viewer/parts/viewer-place.tsx'

import './styles/sections.css'
import './styles/lists.css'
import './styles/folder.css'
import './styles/files.css'
import './styles/peers.css'
import './styles/explore.css'
import './styles/kept.css'
import './styles/search.css'
import './styles/forced.css'

// Loaded on demand: the first view needs the files alone.
const loadRecent = async () => (await import('./files/recent-view.tsx')).RecentView
const loadShared = async () => (await import('./files/shared-view.tsx')).SharedView
const loadPinned = async () => (await import('./files/pinned-view.tsx')).PinnedView
const loadBin = async () => (await import('./files/bin-view.tsx')).BinView
const loadExplore = async () => (await import('./explore/explore-view.tsx')).ExploreView
const loadConsole = async () => (await import('./console/parts/console-section.tsx')).ConsoleSection
const loadReceive = async () => (await import('./receive/parts/receive-page.tsx')).ReceivePage
const loadNode = async () => (await import('./node/parts/node-section.tsx')).NodeSection
const loadPeerCards = async () => (await import('./shell/parts/peer-cards.tsx')).PeerCards
const loadStorageCards = async () => (await import('./shell/parts/storage-cards.tsx')).StorageCards

/** Starts what the page does in all sections, once. */
export function startWorkspace (): void {
  showTitle()
  followUnfinished()
  void takeLaunch()
}

/** The content of the page below its header: notices, the section, and the status line. */
export function Workspace ({ section }: { section: Exclude<Section, { is: 'received' }> }) {
  useUndoKeys()
  useHousekeeping()

  return (
    <>
      <UpdateBanner />
      <main>
        <SharedInNotice />
        <DataGone />
        <NodeProblem />
        <RedirectNotice />
        <RepairNotice />
        <FullDisk />
        <GcNotice />
        <DropPlace />
        <ActionProblem />
        {section.is !== 'files' && <CarQuestion at={shownPlace()} onSettled={() => {}} />}
        <Shown section={section} />
      </main>
      <StatusBar />
    </>
  )
}

/** Viewer and dialogs over the page. */
export function Overlays () {
  return (
    <>
      <ViewerPlace />
      <SharePlace />
      <SearchPlace />
      <PublishPlace />
    </>
  )
}

/** The content of the page of a shared item below its header. */
export function ReceivedItem ({ section: { link, inside } }: { section: Extract<Section, { is: 'received' }> }) {
  useUndoKeys()
  useHousekeeping()

  return (
    <>
      <main>
        <NodeProblem />
        <RedirectNotice />
        <ActionProblem />
        <Later key='received' load={loadReceive} name={t('Shared with you')} props={{ link, inside }} />
      </main>
      <StatusBar />
    </>
  )
}

function Shown ({ section }: { section: Exclude<Section, { is: 'received' }> }): ComponentChildren {
  switch (section.is) {
    case 'files':
      return <FilesView path={section.path} />
    case 'recent':
      return <Later key='recent' load={loadRecent} name={t('Recent')} props={{}} />
    case 'shared':
      return <Later key='shared' load={loadShared} name={t('Shared')} props={{}} />
    case 'pinned':
      return <Later key='pinned' load={loadPinned} name={t('Pinned')} props={{}} />
    case 'bin':
      return <Later key='bin' load={loadBin} name={t('Bin')} props={{}} />
    case 'explore':
      return <Later key='explore' load={loadExplore} name={t('Explore')} props={{ shown: section }} />
    case 'console':
      return <Later key='console' load={loadConsole} name={t('Console')} props={{ line: section.line }} />
    case 'node':
      return <NodeParts part={section.part} />
  }
}

/** A part of the node section, with the cards that belong to it. */
function NodeParts ({ part }: { part: NodePart }) {
  return (
    <>
      <Later key='node' load={loadNode} name={t('Node')} props={{ part }} />
      {part === 'peers' && <Later key='peer-cards' load={loadPeerCards} name={t('This browser')} props={{}} />}
      {part === 'storage' && (
        <Later key='storage-cards' load={loadStorageCards} name={t('Back up and restore')} props={{}} />
      )}
    </>
  )
}

/** Removes expired items of the Bin and archives of earlier visits, and syncs with a paired device. */
function useHousekeeping (): void {
  const { phase } = useStore(node)

  useEffect(() => {
    if (phase === 'ready') {
      void whenReady().then(emptyExpired).catch(() => {})
      void removeOldArchives()
      if (isPaired()) {
        void import('./devices/state/devices.ts').then(async ({ runDevices }) => {
          await runDevices()
        })
      }
    }
  }, [phase])
}
