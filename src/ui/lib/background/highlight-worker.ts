import { highlightLines } from './highlight-lines.ts'
import type { CodeLanguage } from './highlight-lines.ts'

// Runs in a background worker, so that a text crafted to keep the highlighter busy cannot block the page.
addEventListener('message', ({ data: { text, language } }: MessageEvent<{ text: string; language: CodeLanguage }>) => {
  postMessage(highlightLines(text, language))
})
