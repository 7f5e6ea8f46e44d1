import { readFileSync } from 'node:fs'

/** A fenced code block of a document. */
export interface CodeBlock {
  /** document and line, such as `docs/guide.md:12` */
  place: string
  document: string
  language: string
  code: string
}

/** Reads the fenced code blocks of a document; blocks in lists too. */
export function codeBlocks (document: string): CodeBlock[] {
  const lines = readFileSync(new URL(`../../${document}`, import.meta.url), 'utf8').split('\n')
  const blocks: CodeBlock[] = []

  for (let i = 0; i < lines.length; i++) {
    const [, indent, language] = /^( *)```(\w*)/.exec(lines[i]) ?? []

    if (language != null) {
      const end = lines.findIndex((line, at) => at > i && line.trim() === '```')
      const code = lines.slice(i + 1, end).map((line) => line.slice(indent.length)).join('\n')
      blocks.push({ place: `${document}:${i + 1}`, document, language, code })
      i = end
    }
  }

  return blocks
}

/** Returns the command lines of a shell block, without comments; lines that end in a backslash are joined. */
export function commandLines ({ code }: CodeBlock): string[] {
  return code.replace(/\\\n\s*/g, '').split('\n').map((line) => line.replace(/(^|\s)#.*$/, '').trim()).filter((line) =>
    line !== ''
  )
}
