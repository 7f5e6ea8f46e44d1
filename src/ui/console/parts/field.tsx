import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { HelpText } from '../../page/text/help-text.tsx'

/** Accessibility attributes of a field: the name is its label, the rest its description. */
export interface FieldProps {
  id: string
  'aria-describedby': string
}

export function Field (
  { name, facts, help, problem, children }: {
    name: string
    facts: string
    help: string
    problem?: string
    children: (props: FieldProps) => ComponentChildren
  }
) {
  const id = useId()

  return (
    <div class='field'>
      <span>
        <label for={id}>
          <code>{name}</code>
        </label>{' '}
        <span id={`${id}-facts`} class='facts'>{facts}</span>
      </span>
      {children({ id, 'aria-describedby': `${id}-facts ${id}-help${problem == null ? '' : ` ${id}-problem`}` })}
      {problem != null && <span id={`${id}-problem`} class='state bad'>{problem}</span>}
      <HelpText as='span' id={`${id}-help`} class='facts' of={help} />
    </div>
  )
}
