import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { node } from '../../client/node.ts'
import { ranLine } from '../../lib/command/lines/ran-line.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { t, tn } from '../../lib/text/t.ts'
import { CopyButton } from '../../page/controls/copy-button.tsx'
import { RunInConsole } from '../../page/controls/run-in-console.tsx'
import { Problem } from '../../page/loading/problem.tsx'
import { StillRow } from '../../page/loading/still-row.tsx'
import {
  ALL_PARTS,
  clearLog,
  DEFAULT_LEVEL,
  followLog,
  nodeLog,
  pauseLog,
  readLevels,
  setLevel
} from '../state/node-log.ts'

/** Log levels of the node, in ascending order. */
const LEVELS = ['debug', 'info', 'warn', 'error', 'dpanic', 'panic', 'fatal']

/** The node's live log, and its log levels. */
export function LogPart () {
  const { phase } = useStore(node)
  const { lines, paused, waiting, levels, set, problem } = useStore(nodeLog)
  const [text, setText] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const words = text.toLowerCase()
  const shown = useMemo(
    () =>
      words === ''
        ? lines
        : lines.filter(({ level, logger, text }) => `${level} ${logger} ${text}`.toLowerCase().includes(words)),
    [lines, words]
  )
  const behind = (part: string) => set?.part === part && <RunInConsole line={ranLine('log/level', [part, set.level])} />
  const parts = [...levels ?? []].filter(([name]) => name !== DEFAULT_LEVEL)

  useEffect(followLog, [])
  useEffect(() => {
    if (phase === 'ready') {
      void readLevels()
    }
  }, [phase])

  // Keeps the last line visible, unless the user scrolled up.
  useLayoutEffect(() => {
    if (atEnd.current && list.current != null) {
      list.current.scrollTop = list.current.scrollHeight
    }
  }, [shown])

  return (
    <>
      <div class='tools'>
        <span aria-hidden='true'>{t('Log level')}</span>{' '}
        <LevelSelect
          label={t('Log level')}
          value={new Set(parts.map(([, level]) => level)).size === 1
            ? parts[0][1]
            : ''}
          onChange={(level) => {
            void setLevel(ALL_PARTS, level)
          }}
        />{' '}
        {behind(ALL_PARTS)}
        <label class='wide'>
          {t('Search')}{' '}
          <input
            type='search'
            value={text}
            autocomplete='off'
            spellcheck={false}
            onInput={({ currentTarget }) => {
              setText(currentTarget.value)
            }}
          />
        </label>
        <button
          type='button'
          aria-pressed={paused}
          onClick={() => {
            pauseLog(!paused)
          }}
        >
          {paused ? continueText(waiting.length) : t('Pause')}
        </button>
        <button type='button' disabled={lines.length === 0} onClick={clearLog}>{t('Clear')}</button>
        {shown.length > 0 && (
          <CopyButton
            text={shown.map(({ time, level, logger, text }) => `${time} ${level} ${logger} ${text}`).join('\n')}
            what={t('log')}
          />
        )}
        <RunInConsole line='ipfs log tail' />
      </div>
      {problem != null && <Problem problem={problem} />}
      {shown.length === 0
        ? (
          <p class='empty'>
            {lines.length > 0
              ? t('No matches.')
              : t('No messages yet. Set a level to info or debug to see more.')}
          </p>
        )
        : (
          <div
            class='log-lines'
            ref={list}
            tabIndex={0}
            role='region'
            aria-label={t('Log lines')}
            onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
              atEnd.current = scrollTop + clientHeight > scrollHeight - 30
            }}
          >
            <ol>
              {shown.map(({ number, time, level, logger, text }) => (
                <StillRow key={number} text={text}>
                  {() => (
                    <li data-level={level}>
                      <time class='facts' dateTime={time}>{time.slice(11, 23)}</time> <span class='level'>{level}</span>
                      {' '}
                      <code>{logger}</code> <bdi>{text}</bdi>
                    </li>
                  )}
                </StillRow>
              ))}
            </ol>
          </div>
        )}
      <p class='facts'>
        {tn(
          shown.length,
          '{n} line, newest last. Levels are reset when the node stops.',
          '{n} lines, newest last. Levels are reset when the node stops.'
        )}
      </p>
      <details class='topic'>
        <summary>
          <h3>{t('Levels by component')}</h3> <span class='facts'>{tn(parts.length, '{n} part', '{n} parts')}</span>
        </summary>
        <ul class='levels'>
          {parts.map(([name, level]) => (
            <li key={name}>
              <code aria-hidden='true'>{name}</code>{' '}
              <span class='with-command'>
                <LevelSelect
                  label={name}
                  value={level}
                  onChange={(level) => {
                    void setLevel(name, level)
                  }}
                />{' '}
                {behind(name)}
              </span>
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}

function continueText (waiting: number): string {
  return waiting > 0 ? t('Continue ({n} new)', { n: waiting }) : t('Continue')
}

function LevelSelect ({ label, value, onChange }: { label: string; value: string; onChange: (level: string) => void }) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => {
        if (currentTarget.value !== '') {
          onChange(currentTarget.value)
        }
      }}
    >
      {!LEVELS.includes(value) && <option value=''>{value === '' ? t('mixed') : value}</option>}
      {LEVELS.map((level) => <option key={level} value={level}>{level}</option>)}
    </select>
  )
}
