import type { ComponentType } from 'preact'
import { LoadProblem } from './load-problem.tsx'
import { useLoaded } from './use-loaded.ts'

/**
 * A component with a script that loads when it is first opened, with a placeholder until then.
 *
 * @param load - must be the same function each time
 */
export function Later<P extends object> (
  { load, name, props }: { load: () => Promise<ComponentType<P>>; name: string; props: P }
) {
  const { part: Part, problem } = useLoaded(load)

  if (Part != null) {
    return <Part {...props} />
  }

  return (
    <section class='panel later' aria-busy={problem == null} aria-label={name}>
      <h2>{name}</h2>
      {problem != null && <LoadProblem problem={problem} />}
    </section>
  )
}
