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
import { arrowStep } from '../lib/arrow-step.ts'
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
          <CopyAnswer answer={answer} hasRows={hasRows === true} head={head} />
        </div>
      )}
      {answer != null && head != null && (
        <Content bytes={head.bytes} asHex={showsHex} isCut={answer.bytes > head.bytes.length} />
      )}
      {answer != null && hasRows === true && <Values answer={answer} running={running} />}
    </section>
  )
}

/** Copies an answer that is complete in the page and of readable size. */
function CopyAnswer (
  { answer, hasRows, head }: { answer: Answer; hasRows: boolean; head: ReturnType<Answer['head']> | undefined }
) {
  const isWhole = answer.skipped === 0 && answer.bytes < MAX_COPIED_CHARS

  // A single value has a button of its own.
  if (!isWhole || head?.isText === false || (hasRows && answer.rows <= 1)) {
    return null
  }

  return (
    <CopyButton
      text={hasRows
        ? answer.first.concat(answer.last).map(({ text }) => text).join('\n')
        : new TextDecoder().decode(head?.bytes)}
      what={t('answer')}
    />
  )
}

/** The beginning of an answer that is no sequence of values. */
function Content ({ bytes: head, asHex, isCut }: { bytes: Uint8Array; asHex: boolean; isCut: boolean }) {
  if (head.length === 0) {
    return null
  }

  const text = asHex
    ? hexLines(head, { end: 16 * 1024, digits: 8, other: '.' }).join('\n')
    : new TextDecoder().decode(head)
  return <pre class='code' tabIndex={0} role='region' aria-label={t('Content')}>{text}{isCut && '\n…'}</pre>
}

function Values ({ answer, running }: { answer: Answer; running: boolean }) {
  if (answer.rows !== 1 || running) {
    return answer.rows === 0 ? null : <Rows answer={answer} running={running} />
  }

  const [{ text, isCut }] = answer.first
  return (
    <>
      <JsonView text={text} title={t('Values')} isCut={isCut} what={t('answer')} />
      {isCut && <p class='facts'>{t('There is more. Only the beginning is shown.')}</p>}
    </>
  )
}

/** The first and the last values, with the number of those between them. */
function Rows ({ answer, running }: { answer: Answer; running: boolean }) {
  const last = running ? answer.last.slice(-LAST_SEEN) : answer.last
  const drawn = useSteps(answer.first.length, STEP)
  const lastDrawn = useSteps(last.length, STEP)
  const between = answer.rows - answer.first.length - last.length

  return (
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
        {between > 0 && (
          <li key='skipped' class='skipped'>
            {running
              ? tn(between, '{n} value between these so far', '{n} values between these so far')
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
  )
}

/** Moves the focus between expandable lines by arrow keys. Inside an expanded line, its tree handles the keys. */
function toLine ({ key, target, currentTarget }: KeyboardEvent): boolean {
  const step = arrowStep({ key })
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

function said (state: ConsoleState): string {
  const { running, status, answer, problem, tookMs } = state
  const isEmpty = answer != null && answer.bytes === 0 && !running && status != null
  const came = answer == null || (answer.bytes === 0 && status == null) ? [] : [amountText(answer, state)]
  const end = running ? [t('running')] : [outcomeText(state), ...tookMs == null ? [] : [took(tookMs)]]
  return [...status == null ? [] : [String(status)], ...end, ...problem != null && isEmpty ? [] : came].join(' · ')
}

function amountText (answer: Answer, { running, status, hasRows }: ConsoleState): string {
  if (answer.bytes === 0 && !running && status != null) {
    return t('an empty answer')
  }

  return hasRows === true
    ? listed([tn(answer.rows, '{n} value', '{n} values'), bytes(answer.bytes)])
    : bytes(answer.bytes)
}

function outcomeText ({ stopped, problem }: ConsoleState): string {
  if (stopped === true) {
    return t('stopped')
  }

  return problem != null ? t('failed') : t('done')
}

function took (ms: number): string {
  return ms < 1000 ? t('{n} ms', { n: Math.round(ms) }) : t('{n} s', { n: Math.round(ms / 100) / 10 })
}
