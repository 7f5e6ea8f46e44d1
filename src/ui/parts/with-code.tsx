/** A text with names between backticks, which are shown as code. */
export function WithCode ({ text }: { text: string }) {
  return <>{text.split('`').map((part, i) => i % 2 === 1 ? <code key={i}>{part}</code> : part)}</>
}
