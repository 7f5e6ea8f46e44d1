import { useMemo } from 'preact/hooks'
import { textPieces } from '../lib/text-pieces.ts'
import { useSteps } from '../lib/use-steps.ts'

/** Pieces of one frame. */
const STEP = 4

/** A long text, drawn in steps, of which the browser looks at what is seen alone. */
export function Pieces ({ text }: { text: string }) {
  const pieces = useMemo(() => textPieces(text), [text])
  const shown = useSteps(pieces.length, STEP)
  return <>{pieces.slice(0, shown).map((piece, i) => <span key={i} class='piece'>{piece === '' ? '\n' : piece}</span>)}</>
}
