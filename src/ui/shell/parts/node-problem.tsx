import { useEffect } from 'preact/hooks'
import type { IgnoredSetting } from '../../../client/index.ts'
import { follow } from '../../client/follow.ts'
import { node, startNode } from '../../client/node.ts'
import { useStore } from '../../lib/reactive/store.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { t, tn } from '../../lib/text/t.ts'
import { DefaultSettings } from '../../node/parts/settings/default-settings.tsx'
import { followSettings, readSettings, settings } from '../../node/state/settings.ts'
import { ReloadButton } from '../../page/controls/reload-button.tsx'
import { Problem } from '../../page/loading/problem.tsx'

function ignoredProblem (ignored: IgnoredSetting[]): PlainError {
  return {
    what: tn(ignored.length, 'One setting of this node is invalid.', '{n} settings of this node are invalid.'),
    next: t('The node ignores them.'),
    detail: ignored.map(({ message }) => message).join('\n')
  }
}

/** Shows why the node does not run, or runs with other settings, with possible actions. */
export function NodeProblem () {
  const { phase, problem, answered } = useStore(node)
  const { ignored } = useStore(settings)

  useEffect(() => {
    if (phase === 'ready') {
      void readSettings()
    }
  }, [phase])
  useEffect(() => follow('config', followSettings), [])

  if (problem != null) {
    return (
      <Problem problem={problem}>
        {phase === 'failed' && (
          <button
            type='button'
            class='main'
            onClick={() => {
              void startNode()
            }}
          >
            {t('Try again')}
          </button>
        )}
        <ReloadButton />
        {answered === true && <DefaultSettings />}
      </Problem>
    )
  }
  if (phase === 'ready' && ignored.length > 0) {
    return (
      <Problem problem={ignoredProblem(ignored)}>
        <DefaultSettings />
      </Problem>
    )
  }
  return null
}
