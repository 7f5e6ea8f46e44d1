import { parseMarkdown } from './parse-markdown.ts'

// Runs in a background worker, so that a text crafted to keep the parser busy cannot block the page.
addEventListener('message', ({ data }: MessageEvent<string>) => {
  postMessage(parseMarkdown(data))
})
