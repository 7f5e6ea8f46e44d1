import { useMemo } from 'preact/hooks'
import { useSteps } from '../../lib/reactive/use-steps.ts'
import { textPieces } from '../../lib/text/text-pieces.ts'

/** Pieces per rendered frame. */
const STEP = 4

/** A long text, rendered in steps; the browser lays out only the visible pieces. */
export function Pieces ({ text }: { text: string }) {
  const pieces = useMemo(() => textPieces(text), [text])
  const shown = useSteps(pieces.length, STEP)
  return (
    <>{pieces.slice(0, shown).map((piece, i) => <span key={i} class='piece'>{piece === '' ? '\n' : piece}</span>)}</>
  )
}
