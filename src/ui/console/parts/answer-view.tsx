import { useState } from 'preact/hooks'
import { hexLines } from '../../explore/hex-lines.ts'
import { saveBytes } from '../../lib/data/save-bytes.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { useSteps } from '../../lib/reactive/use-steps.ts'
import { bytes, listed } from '../../lib/text/format.ts'
import { rich } from '../../lib/text/rich.ts'
import { shownName } from '../../lib/text/shown-name.ts'
import { t, tn } from '../../lib/text/t.ts'
import { CopyButton } from '../../page/controls/copy-button.tsx'
import { JsonView } from '../../page/json/json-view.tsx'
import { Problem } from '../../page/loading/problem.tsx'
import { StillRow } from '../../page/loading/still-row.tsx'
import type { Answer } from '../lib/answer.ts'
import { commandRun } from '../state/console.ts'
import type { ConsoleState } from '../state/console.ts'
import { AnswerLine } from './answer-line.tsx'

/** Limit of a copied answer. */
const MAX_COPIED_CHARS = 1024 * 1024
/** Rows per rendered frame. */
const STEP = 50
/** Number of last rows that are visible while more arrive. */
const LAST_SEEN = 20

/** The answer of the last command, as it arrives. */
export function AnswerView () {
  const state = useStore(commandRun)
  const { line = '', target, answer, hasRows, problem, running } = state
  const [asHex, setAsHex] = useState<boolean>()
  const drawn = useSteps(answer?.first.length ?? 0, STEP)
  const last = running ? answer?.last.slice(-LAST_SEEN) ?? [] : answer?.last ?? []
  const lastDrawn = useSteps(last.length, STEP)

  if (target == null) {
    return (
      <p class='empty'>
        {rich(t('Type a command, such as {command}, or pick one. Output appears here.'), {
          command: <code>ipfs id</code>
        })}
      </p>
    )
  }

  const head = answer != null && hasRows === false ? answer.head() : undefined
  const showsHex = asHex ?? head?.isText === false

  return (
    <section class='answer' aria-label={t('Output')}>
      <p class='facts'>
        <code class='ran' title={shownName(line)}>{shownName(line)}</code> {said(state)}
      </p>
      {running && <progress aria-label={t('Running')} />}
      {problem != null && <Problem problem={problem} />}
      {answer != null && answer.bytes > 0 && (
        <div class='actions'>
          {head != null && (
            <button
              type='button'
              class='quiet'
              aria-pressed={showsHex}
              onClick={() => {
                setAsHex(!showsHex)
              }}
            >
              {t('Hex')}
            </button>
          )}
          {!running && <SaveButton answer={answer} name={target} />}
          {(hasRows !== true || answer.rows > 1) && answer.skipped === 0 && answer.bytes < MAX_COPIED_CHARS &&
            head?.isText !== false && (
            <CopyButton
              text={hasRows === true
                ? answer.first.concat(answer.last).map(({ text }) => text).join('\n')
                : new TextDecoder().decode(head?.bytes)}
              what={t('answer')}
            />
          )}
        </div>
      )}
      {head != null && head.bytes.length > 0 && (
        <pre
          class='code'
          tabIndex={0}
          role='region'
          aria-label={t('Content')}
        >{showsHex ? hexLines(head.bytes, { end: 16 * 1024, digits: 8, other: '.' }).join('\n') : new TextDecoder().decode(head.bytes)}{answer != null && answer.bytes > head.bytes.length && '\n…'}</pre>
      )}
      {answer != null && hasRows === true && answer.rows === 1 && !running && (
        <>
          <JsonView text={answer.first[0].text} title={t('Values')} isCut={answer.first[0].isCut} what={t('answer')} />
          {answer.first[0].isCut && <p class='facts'>{t('There is more. Only the beginning is shown.')}</p>}
        </>
      )}
      {answer != null && hasRows === true && answer.rows > (running ? 0 : 1) && (
        <div
          class='answer-rows'
          tabIndex={0}
          role='region'
          aria-label={t('Values')}
          onKeyDown={(event) => {
            if (toLine(event)) {
              event.preventDefault()
            }
          }}
        >
          <ol>
            {answer.first.slice(0, drawn).map((row, i) => (
              <StillRow key={i + 1} text={row.text}>
                {() => (
                  <li>
                    <AnswerLine row={row} isFirst={i === 0} />
                  </li>
                )}
              </StillRow>
            ))}
            {answer.rows > answer.first.length + last.length && (
              <li key='skipped' class='skipped'>
                {running
                  ? tn(
                    answer.rows - answer.first.length - last.length,
                    '{n} value between these so far',
                    '{n} values between these so far'
                  )
                  : tn(
                    answer.skipped,
                    '{n} value between these is in the downloaded output',
                    '{n} values between these are in the downloaded output'
                  )}
              </li>
            )}
            {last.slice(last.length - lastDrawn).map((row, i) => {
              const number = answer.rows - lastDrawn + i + 1
              return (
                <StillRow key={number} text={row.text}>
                  {() => (
                    <li value={number}>
                      <AnswerLine row={row} isFirst={false} />
                    </li>
                  )}
                </StillRow>
              )
            })}
          </ol>
        </div>
      )}
    </section>
  )
}

/** Moves the focus between expandable lines by arrow keys. Inside an expanded line, its tree handles the keys. */
function toLine ({ key, target, currentTarget }: KeyboardEvent): boolean {
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  const isLine = target instanceof HTMLElement && target.matches('li > details > summary') &&
    target.closest('.json') == null
  if (step === 0 || !isLine) {
    return false
  }
  const lines = [...(currentTarget as HTMLElement).querySelectorAll<HTMLElement>('ol > li > details > summary')]
  lines[lines.indexOf(target) + step]?.focus()
  return true
}

function SaveButton ({ answer, name }: { answer: Answer; name: string }) {
  const whole = answer.whole()

  function save (): void {
    if (whole != null) {
      saveBytes(whole, name.replace(/[^\w.-]+/g, '-'))
    }
  }

  return whole == null
    ? <span class='facts'>{t('Too large to download here')}</span>
    : <button type='button' class='quiet' onClick={save}>{t('Download')}</button>
}

function said ({ running, status, answer, hasRows, stopped, problem, tookMs }: ConsoleState): string {
  const isEmpty = answer != null && answer.bytes === 0 && !running && status != null
  const came = answer == null || (answer.bytes === 0 && status == null)
    ? []
    : [
      isEmpty
        ? t('an empty answer')
        : hasRows === true
        ? listed([tn(answer.rows, '{n} value', '{n} values'), bytes(answer.bytes)])
        : bytes(answer.bytes)
    ]
  const end = running
    ? [t('running')]
    : [
      stopped === true ? t('stopped') : problem != null ? t('failed') : t('done'),
      ...tookMs == null ? [] : [took(tookMs)]
    ]
  return [...status == null ? [] : [String(status)], ...end, ...problem != null && isEmpty ? [] : came].join(' · ')
}

function took (ms: number): string {
  return ms < 1000 ? t('{n} ms', { n: Math.round(ms) }) : t('{n} s', { n: Math.round(ms / 100) / 10 })
}
