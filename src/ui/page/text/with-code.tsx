/** A text in which names between backticks are shown as code. */
export function WithCode ({ text }: { text: string }) {
  return <>{text.split('`').map((part, i) => i % 2 === 1 ? <code key={i}>{part}</code> : part)}</>
}
