import { useEffect, useState } from 'preact/hooks'
import { ranLine } from '../../lib/command/lines/ran-line.ts'
import { bytes, listed } from '../../lib/text/format.ts'
import { plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { t, tn } from '../../lib/text/t.ts'
import { CopyButton } from '../../page/controls/copy-button.tsx'
import { RunInConsole } from '../../page/controls/run-in-console.tsx'
import { Problem } from '../../page/loading/problem.tsx'
import { makeReport, REPORT_COMMANDS } from '../state/report.ts'
import { Inside } from './inside.tsx'

/** The problem report, displayed before it is copied. */
export function ReportPart () {
  const [text, setText] = useState<string>()
  const [problem, setProblem] = useState<PlainError>()

  function write (): void {
    setProblem(undefined)
    makeReport().then(setText, (err: unknown) => {
      setProblem(plainError(err))
    })
  }

  useEffect(write, [])

  return (
    <>
      <p class='facts'>
        {t(
          'Share this with whoever is helping you: version, browser, changed settings and recent errors. It contains no keys, tokens or file names. Check it first.'
        )}
      </p>
      {problem != null && <Problem problem={problem} />}
      <pre class='code report' tabIndex={0} role='region' aria-label={t('The report')}>{text ?? '…'}</pre>
      <div class='actions'>
        {text != null && <CopyButton label={t('Copy report')} text={text} what={t('report')} />}
        <button type='button' class='quiet' onClick={write}>{t('Refresh')}</button>
        {REPORT_COMMANDS.map((command) => <RunInConsole key={command} line={ranLine(command, [])} />)}
        {text != null && (
          <span class='facts'>
            {listed([tn(text.split('\n').length - 1, '{n} line', '{n} lines'), bytes(text.length)])}
          </span>
        )}
      </div>
      <Inside />
    </>
  )
}
