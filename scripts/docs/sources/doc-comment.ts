import { parse, type Spec, tokenizers } from 'comment-parser'
import type { Declaration } from './source-file.ts'

export interface DocComment {
  description: string
  /** name: of a parameter */
  tags: Array<{ tag: string; name: string; description: string }>
}

/** Types are in the code. A brace in a comment is a link, so there is no tokenizer for types. */
const TOKENIZERS = [
  tokenizers.tag(),
  (spec: Spec) => spec.tag === 'param' ? tokenizers.name()(spec) : spec,
  tokenizers.description('preserve')
]

/** Returns the doc comment of a declaration: the last one before its statement. */
export function docComment ({ source, statement }: Declaration): DocComment {
  const { text, program, comments } = source
  const before = program.body[program.body.indexOf(statement) - 1]?.end ?? 0
  const comment = comments.findLast(({ type, value, start, end }) =>
    type === 'Block' && value.startsWith('*') && start >= before && end <= statement.start
  )
  const [block] = comment == null
    ? []
    : parse(text.slice(comment.start, comment.end), { spacing: 'preserve', tokenizers: TOKENIZERS })

  return {
    description: block?.description.trim() ?? '',
    tags: (block?.tags ?? []).map(({ tag, name, description }) => ({
      tag,
      name,
      // Only code keeps its indentation: other lines after the first have a hanging indent.
      description: (tag === 'example' ? description : description.replace(/\n +/g, '\n')).trim()
    }))
  }
}
