import type { CodeLanguage } from '../../lib/background/highlight-lines.ts'

const EXTENSIONS: Readonly<Record<CodeLanguage, string>> = {
  bash: 'sh bash zsh ksh bashrc zshrc profile',
  c: 'c h',
  cpp: 'cpp cc cxx hpp hh hxx ino',
  csharp: 'cs',
  css: 'css',
  diff: 'diff patch',
  dockerfile: 'dockerfile containerfile',
  go: 'go',
  ini: 'ini toml cfg conf properties env editorconfig gitconfig',
  java: 'java',
  javascript: 'js mjs cjs jsx',
  kotlin: 'kt kts',
  lua: 'lua',
  makefile: 'makefile mk',
  php: 'php',
  python: 'py pyi pyw',
  ruby: 'rb gemspec rakefile gemfile',
  rust: 'rs',
  scss: 'scss',
  sql: 'sql',
  swift: 'swift',
  typescript: 'ts mts cts tsx',
  xml: 'xml html htm xhtml svg xsd xsl rss atom plist vue',
  yaml: 'yaml yml'
}

const BY_EXTENSION = new Map(
  Object.entries(EXTENSIONS).flatMap(([language, list]) =>
    list.split(' ').map((extension) => [extension, language as CodeLanguage])
  )
)

/**
 * Returns the programming language of a file by its extension, or by its whole name (`Makefile`, `.bashrc`); undefined
 * for plain text.
 */
export function codeLanguage (name: string): CodeLanguage | undefined {
  return BY_EXTENSION.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase())
}
