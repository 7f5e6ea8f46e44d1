import { useMemo, useRef, useState } from 'preact/hooks'
import { contentPath } from '../../lib/links/content-path.ts'
import { exploreLink } from '../../lib/links/section.ts'
import { useSteps } from '../../lib/reactive/use-steps.ts'
import { shownName } from '../../lib/text/shown-name.ts'
import { t, tn } from '../../lib/text/t.ts'
import { Name } from '../text/name.tsx'
import type { JsonPlace, JsonText } from './json-text.ts'

/** Values of an object or array that are shown at first, and per further step. */
const FIRST = 100
const MORE = 500
/** Values per rendered frame. */
const STEP = 25
/** Characters of a text that are shown at first, and per further step. */
const MAX_CHARS = 2000
const MORE_CHARS = 64 * 1024
/** Characters of a collapsed value's preview, and of the text from which it is made. */
const PREVIEW_CHARS = 80
const MAX_PREVIEWED_CHARS = 1000
/** Depth from which values are always collapsed at first. */
const MAX_OPEN_LEVEL = 8

export interface JsonValueProps {
  json: JsonText
  place: JsonPlace
  level: number
  /** whether nothing is collapsed at first */
  opensAll: boolean
}

/** A value of a JSON text: a collapsible object or array, or a scalar. */
export function JsonValue (props: JsonValueProps) {
  const { json, place } = props
  const link = place.count === 1 ? jsonLink(json.written(place)) : undefined

  if (link != null) {
    return (
      <code>
        <Key {...props} />
        {'{"/": '}
        <a href={exploreLink(link.path)}>"{link.cid}"</a>
        {'}'}
      </code>
    )
  }

  return place.count == null || place.count === 0
    ? (
      <code>
        <Key {...props} />
        <Written text={json.written(place)} />
      </code>
    )
    : <Fold {...props} count={place.count} />
}

/** The key in an object, or the index in an array. */
function Key ({ place: { key, position }, level }: JsonValueProps) {
  if (key == null) {
    return level > 0 ? <span class='json-at'>{position}{': '}</span> : null
  }

  return (
    <>
      <span class='json-key'>
        <Name of={key} />
      </span>
      {': '}
    </>
  )
}

function Fold (props: JsonValueProps & { count: number }) {
  const { json, place, level, opensAll, count } = props
  const [isOpen, setIsOpen] = useState(level === 0 || (opensAll && level < MAX_OPEN_LEVEL))
  const bracket = json.text[place.start]

  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        setIsOpen(open)
      }}
    >
      <summary>
        <code>
          <Key {...props} />
          {isOpen ? bracket : (
            <span class='json-preview'>
              <Name
                of={previewOf(json.text.slice(place.start, Math.min(place.end, place.start + MAX_PREVIEWED_CHARS)))}
              />
            </span>
          )}
        </code>{' '}
        <span class='facts'>{tn(count, '{n} value', '{n} values')}</span>
      </summary>
      {isOpen && <Entries {...props} />}
    </details>
  )
}

/** Returns the beginning of a value in one line. Line breaks and indentation of the source are one space each. */
function previewOf (written: string): string {
  const line = written.replace(/\s+/g, ' ')
  return line.length > PREVIEW_CHARS ? `${line.slice(0, PREVIEW_CHARS)}…` : line
}

function Entries ({ json, place, level, opensAll, count }: JsonValueProps & { count: number }) {
  const [most, setMost] = useState(FIRST)
  const had = useRef<JsonPlace[]>([])
  const entries = useMemo(() => had.current = json.entries(place, { most, behind: had.current }), [json, place, most])
  const drawn = useSteps(entries.length, STEP)

  return (
    <ul>
      {entries.slice(0, drawn).map((entry) => (
        <li key={entry.position}>
          <JsonValue json={json} place={entry} level={level + 1} opensAll={opensAll} />
        </li>
      ))}
      {count > entries.length && drawn === entries.length && (
        <li>
          <button
            type='button'
            class='quiet'
            onClick={() => {
              setMost(most + MORE)
            }}
          >
            {t('Show more ({n})', { n: count - entries.length })}
          </button>
        </li>
      )}
    </ul>
  )
}

/** A text or number as it is written, with invisible characters marked. */
function Written ({ text }: { text: string }) {
  const [chars, setChars] = useState(MAX_CHARS)
  const kind = text.startsWith('"') ? 'text' : 'other'

  return (
    <>
      <bdi class='json-written' data-kind={kind}>{shownName(text.slice(0, chars))}</bdi>
      {text.length > chars && (
        <>
          …{' '}
          <button
            type='button'
            class='quiet'
            onClick={() => {
              setChars(chars + MORE_CHARS)
            }}
          >
            {t('Show more ({n})', { n: text.length - chars })}
          </button>
        </>
      )}
    </>
  )
}

/** dag-json: a link is an object with a slash as its only key (https://ipld.io/specs/codecs/dag-json/spec/). */
const LINK = /^\{\s*"\/"\s*:\s*"([A-Za-z0-9]+)"\s*\}$/

/** Limit above the length of any link with its CID. */
const MAX_LINK_CHARS = 400

/**
 * Returns the CID and path of a dag-json link; undefined for other values.
 *
 * @param written - the value as it is written in the text
 */
function jsonLink (written: string): { cid: string; path: string } | undefined {
  const cid = written.length > MAX_LINK_CHARS ? undefined : LINK.exec(written)?.[1]
  const path = cid == null ? undefined : contentPath(cid)
  return cid == null || path == null ? undefined : { cid, path }
}
