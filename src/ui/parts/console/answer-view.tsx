import { useState } from 'preact/hooks'
import type { Answer } from '../../lib/command/answer.ts'
import { readableRow } from '../../lib/command/readable-row.ts'
import { bytes, count } from '../../lib/format.ts'
import { hexLines } from '../../lib/hex-lines.ts'
import { useStore } from '../../lib/store.ts'
import { commandRun } from '../../state/console.ts'
import type { ConsoleState } from '../../state/console.ts'
import { CopyButton } from '../copy-button.tsx'
import { Problem } from '../problem.tsx'
import { StillRow } from '../still-row.tsx'

/** Of an answer that is copied. */
const MAX_COPIED_CHARS = 1024 * 1024

/** What came of the last command, as it comes. */
export function AnswerView () {
  const state = useStore(commandRun)
  const { target, answer, hasRows, problem, running } = state
  const [asHex, setAsHex] = useState<boolean>()

  if (target == null) {
    return <p class='empty'>Type a command, such as <code>ipfs id</code>, or choose one. What it answers stands here.</p>
  }

  const head = answer != null && hasRows === false ? answer.head() : undefined
  const showsHex = asHex ?? head?.isText === false

  return (
    <section class='answer' aria-label='Answer'>
      <p class='facts'>{words(state)}</p>
      {running && <progress aria-label='The command runs' />}
      {problem != null && <Problem problem={problem} />}
      {answer != null && answer.bytes > 0 && (
        <div class='actions'>
          {head != null && <button type='button' class='quiet' aria-pressed={showsHex} onClick={() => { setAsHex(!showsHex) }}>Hex</button>}
          {!running && <SaveButton answer={answer} name={target} />}
          {answer.skipped === 0 && answer.bytes < MAX_COPIED_CHARS && head?.isText !== false && <CopyButton text={hasRows === true ? answer.first.concat(answer.last).map((row) => answer.rows === 1 ? readableRow(row, { isAlone: true }) : row).join('\n') : new TextDecoder().decode(head?.bytes)} what='answer' />}
        </div>
      )}
      {head != null && head.bytes.length > 0 && (
        <pre tabIndex={0} role='region' aria-label='Content'>{showsHex ? hexLines(head.bytes, { end: 16 * 1024, digits: 8, other: '.' }).join('\n') : new TextDecoder().decode(head.bytes)}{answer != null && answer.bytes > head.bytes.length && '\n…'}</pre>
      )}
      {answer != null && hasRows === true && answer.rows > 0 && (
        <div class='answer-rows' tabIndex={0} role='region' aria-label='Values'><ol data-alone={answer.rows === 1}>
          {answer.first.map((row, i) => <StillRow key={i + 1} text={answer.rows === 1 ? `${row}\n` : row}>{() => <li><code>{readableRow(row, { isAlone: answer.rows === 1 })}</code></li>}</StillRow>)}
          {answer.skipped > 0 && <li key='skipped' class='skipped'>{count(answer.skipped, 'value')} between these {running ? 'so far' : 'are in the saved answer'}</li>}
          {answer.last.map((row, i) => {
            const number = answer.skipped + answer.first.length + i + 1
            return <StillRow key={number} text={row}>{() => <li value={number}><code>{readableRow(row, { isAlone: false })}</code></li>}</StillRow>
          })}
        </ol></div>
      )}
    </section>
  )
}

function SaveButton ({ answer, name }: { answer: Answer, name: string }) {
  const whole = answer.whole()

  function save (): void {
    if (whole == null) return
    const link = document.createElement('a')
    link.href = URL.createObjectURL(whole)
    link.download = name.replace(/[^\w.-]+/g, '-')
    link.click()
    // the browser has it by then
    setTimeout(() => { URL.revokeObjectURL(link.href) }, 60_000)
  }

  return whole == null ? <span class='facts'>Too long to be saved from here</span> : <button type='button' class='quiet' onClick={save}>Save</button>
}

function words ({ running, status, answer, hasRows, stopped, problem, tookMs }: ConsoleState): string {
  const came = answer == null || (answer.bytes === 0 && status == null) ? [] : [answer.bytes === 0 && !running ? 'an empty answer' : hasRows === true ? `${count(answer.rows, 'value')}, ${bytes(answer.bytes)}` : bytes(answer.bytes)]
  const end = running ? ['running'] : [stopped === true ? 'stopped' : problem != null ? 'failed' : 'done', ...tookMs == null ? [] : [tookMs < 1000 ? `${Math.round(tookMs)} ms` : `${(tookMs / 1000).toFixed(1)} s`]]
  return [...status == null ? [] : [String(status)], ...end, ...problem != null && came[0] === 'an empty answer' ? [] : came].join(' · ')
}
