const MAX_CHARACTERS = 120

/** A lint rule: lines have at most 120 characters, except those with a URL. The formatter does not break texts. */
export const maxLine = {
  meta: {
    type: 'layout',
    schema: [],
    messages: { long: 'the line has {{length}} characters, and at most 120 are allowed' }
  },

  create: (context) => ({
    Program () {
      for (const [i, { length }] of context.sourceCode.lines.entries()) {
        if (length > MAX_CHARACTERS && !/https?:\/\//.test(context.sourceCode.lines[i])) {
          const loc = { start: { line: i + 1, column: 0 }, end: { line: i + 1, column: length } }
          context.report({ loc, messageId: 'long', data: { length: String(length) } })
        }
      }
    }
  })
}
