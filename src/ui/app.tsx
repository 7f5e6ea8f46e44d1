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
import type { NodePart, Section } from './lib/links/section.ts'
import { useStore } from './lib/reactive/store.ts'
import { language } from './lib/text/language.ts'
import { t } from './lib/text/t.ts'
import { removeOldArchives } from './library/state/download-zip.ts'
import { Later } from './page/later.tsx'
import { Live } from './page/live.tsx'
import { section, shownPlace } from './page/section.ts'
import { PublishPlace } from './publish/parts/publish-place.tsx'
import { SearchButton } from './search/parts/search-button.tsx'
import { SearchPlace } from './search/parts/search-place.tsx'
import { LanguageChoice } from './settings/parts/language-choice.tsx'
import { SharePlace } from './share/parts/share-place.tsx'
import { Brand } from './shell/parts/brand.tsx'
import { FullDisk } from './shell/parts/full-disk.tsx'
import { NodeProblem } from './shell/parts/node-problem.tsx'
import { Rail } from './shell/parts/rail.tsx'
import { RedirectNotice } from './shell/parts/redirect-notice.tsx'
import { StatusBar } from './shell/parts/status-bar.tsx'
import { StatusPill } from './shell/parts/status-pill.tsx'
import { UpdateBanner } from './shell/parts/update-banner.tsx'
import { DataGone } from './storage/parts/data-gone.tsx'
import { GcNotice } from './storage/parts/gc-notice.tsx'
import { RepairNotice } from './storage/parts/repair-notice.tsx'
import { ViewerPlace } from './viewer/parts/viewer-place.tsx'

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

/** The whole page. */
export function App () {
  useStore(language) // Everything is rendered again when the language changes.
  const shown = useStore(section)
  const isList = !['explore', 'console', 'node'].includes(shown.is)

  useUndoKeys()
  useHousekeeping()

  if (shown.is === 'received') {
    return <ReceiveFrame section={shown} />
  }

  return (
    <div class='frame' data-list={isList}>
      <aside class='side'>
        <a class='brand' href='#/'>
          <Brand />
          <span>swipfs</span>
        </a>
        <Rail section={shown} />
      </aside>
      <div class='page'>
        <header class='top'>
          <h1 class='unseen'>swipfs</h1>
          <SearchButton />
          <StatusPill />
        </header>
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
          {shown.is !== 'files' && <CarQuestion at={shownPlace()} onSettled={() => {}} />}
          <Shown section={shown} />
        </main>
        <StatusBar />
      </div>
      <ViewerPlace />
      <SharePlace />
      <SearchPlace />
      <PublishPlace />
      <Live />
    </div>
  )
}

/** The page of a link to a shared item: without the rest of the app, which its reader may never have seen. */
function ReceiveFrame ({ section: { link, inside } }: { section: Extract<Section, { is: 'received' }> }) {
  return (
    <div class='frame' data-receives='true'>
      <div class='page'>
        <header class='receive-top'>
          <h1 class='unseen'>{t('Shared with you')}</h1>
          <a class='brand' href='#/' aria-label={t('My files')}>
            <Brand />
            <span>swipfs</span>
          </a>
          <LanguageChoice />
        </header>
        <main>
          <NodeProblem />
          <RedirectNotice />
          <ActionProblem />
          <Later key='received' load={loadReceive} name={t('Shared with you')} props={{ link, inside }} />
        </main>
        <StatusBar />
      </div>
      <Live />
    </div>
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
