import { consoleLink } from '../lib/section.ts'

/** The command behind an action, opened in the console. */
export function RunInConsole ({ line }: { line: string }) {
  return <a class='button quiet code-link' href={consoleLink(line)} title={line} aria-label={`In the console: ${line}`}>&lt;/&gt;</a>
}
