import type { ComponentChildren } from 'preact'
import { useStore } from './lib/reactive/store.ts'
import { language } from './lib/text/language.ts'
import { t } from './lib/text/t.ts'
import { LoadProblem } from './page/loading/load-problem.tsx'
import { useLoaded } from './page/loading/use-loaded.ts'
import type { Loaded } from './page/loading/use-loaded.ts'
import { section } from './page/state/section.ts'
import { Live } from './page/text/live.tsx'
import { SearchButton } from './search/parts/search-button.tsx'
import { LanguageChoice } from './settings/parts/language-choice.tsx'
import { Brand } from './shell/parts/brand.tsx'
import { NodeProblem } from './shell/parts/node-problem.tsx'
import { Rail } from './shell/parts/rail.tsx'
import { StatusPill } from './shell/parts/status-pill.tsx'
import type * as workspaceScript from './workspace.tsx'

/** The content of the page, which has a script of its own. */
type Workspace = typeof workspaceScript

/**
 * The whole page. Its frame is shown before its content is loaded.
 *
 * @param load - must be the same function each time
 */
export function App ({ load }: { load: () => Promise<Workspace> }) {
  useStore(language) // Everything is rendered again when the language changes.
  const shown = useStore(section)
  const workspace = useLoaded(load)

  if (shown.is === 'received') {
    return (
      <ReceiveFrame>
        {workspace.part == null ? <Loading of={workspace} /> : <workspace.part.ReceivedItem section={shown} />}
      </ReceiveFrame>
    )
  }

  return (
    <div class='frame' data-list={!['explore', 'console', 'node'].includes(shown.is)}>
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
        {workspace.part == null ? <Loading of={workspace} /> : <workspace.part.Workspace section={shown} />}
      </div>
      {workspace.part != null && <workspace.part.Overlays />}
      <Live />
    </div>
  )
}

/** The page of a link to a shared item: without the rest of the app, which its reader may never have seen. */
function ReceiveFrame ({ children }: { children: ComponentChildren }) {
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
        {children}
      </div>
      <Live />
    </div>
  )
}

/** Stands for the content while it loads. */
function Loading ({ of: { problem } }: { of: Loaded<Workspace> }) {
  return (
    <main aria-busy={problem == null}>
      <NodeProblem />
      {problem != null && <LoadProblem problem={problem} />}
    </main>
  )
}
