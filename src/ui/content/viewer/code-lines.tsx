import { useMemo } from 'preact/hooks'
import type { CodeToken } from '../../lib/background/highlight-lines.ts'
import { useSteps } from '../../lib/reactive/use-steps.ts'
import { StillRow } from '../../page/loading/still-row.tsx'
import { codeChunks } from '../lib/code-chunks.ts'
import type { CodeChunk } from '../lib/code-chunks.ts'

/** Chunks per rendered frame. */
const STEP = 4

interface CodeLinesProps {
  text: string
  /** tokens of each line; undefined until the text is highlighted */
  tokens: ReadonlyArray<readonly CodeToken[]> | undefined
  /** number of the first line; undefined if it is unknown */
  firstLine: number | undefined
}

/** A text with line numbers, rendered in steps; the browser lays out only the visible chunks. */
export function CodeLines ({ text, tokens, firstLine }: CodeLinesProps) {
  const lines = useMemo(() => linesOf(text), [text])
  const plain = useMemo(() => codeChunks(lines), [lines])
  const colored = useMemo(() => codeChunks(tokens?.slice(0, lines.length) ?? []), [tokens, lines])
  const shown = useSteps(plain.length, STEP)
  const shownColored = useSteps(colored.length, STEP)

  // Chunks depend only on the text, so that both lists have the same boundaries.
  return (
    <code aria-busy={shown < plain.length || shownColored < colored.length}>
      {plain.slice(0, shown).map((chunk, i) => {
        const drawn = i < shownColored ? colored[i] : chunk
        return <StillRow key={i} text={drawn}>{() => <Chunk chunk={drawn} firstLine={firstLine} />}</StillRow>
      })}
    </code>
  )
}

function Chunk ({ chunk, firstLine }: { chunk: CodeChunk; firstLine: number | undefined }) {
  return (
    <span class='code-chunk' style={{ '--rows': chunk.length }}>
      {chunk.map(({ line, tokens, isEnd }, i) => (
        <span key={i} class='code-row' data-line={line == null || firstLine == null ? undefined : firstLine + line}>
          {tokens.map((token, i) =>
            typeof token === 'string' ? token : <b key={i} class={`code-${token[1]}`}>{token[0]}</b>
          )}
          {isEnd && '\n'}
        </span>
      ))}
    </span>
  )
}

/** A line end at the end of a text starts no further line. */
function linesOf (text: string): string[][] {
  const lines = text.split('\n').map((line) => [line])
  return lines.length > 1 && lines.at(-1)![0] === '' ? lines.slice(0, -1) : lines
}
