/**
 * Words that doc comments do not start with: they make a sentence without a subject ("What is kept", "Of a pin").
 * A verb or a noun phrase comes first.
 */
const OPENER = /^[\s*]*(What|Who|Whom|Whose|So|Of|Those|Such|As)\b/

/**
 * Words of the old dialect of this code base. CONTRIBUTING.md (Style) has the standard terms in their place. A relative
 * clause with `whose`, and `whatever`, are plain English.
 */
const DIALECT = /\b(who|whom|whoever|nobody|somebody|told|tells|anew|behind|beside|besides|thereof|wherefrom)\b/gi

/** Cited text in backticks or quotes, the usual `behind a NAT`, and names of parameters. */
const CITED = /`[^`]*`|'[^'\n]*'|"[^"\n]*"|“[^”]*”|https?:\S+|behind an? (NAT|proxy|router)|@param \w+/g

/** A lint rule: comments are plain English, see CONTRIBUTING.md, "Style". */
export const plainComments = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      opener: 'a doc comment starts with a verb or a noun phrase, not with “{{word}}”',
      dialect: 'write “{{word}}” in standard terms: name the subject (CONTRIBUTING.md, Style)'
    }
  },

  create: (context) => ({
    Program () {
      for (const comment of context.sourceCode.getAllComments()) {
        const { type, value, loc } = comment
        const opener = type === 'Block' && value.startsWith('*') ? OPENER.exec(value.slice(1))?.[1] : undefined

        if (opener != null) {
          context.report({ loc, messageId: 'opener', data: { word: opener } })
          continue
        }

        const [word] = value.replace(CITED, '').match(DIALECT) ?? []

        if (word != null) {
          context.report({ loc, messageId: 'dialect', data: { word } })
        }
      }
    }
  })
}
