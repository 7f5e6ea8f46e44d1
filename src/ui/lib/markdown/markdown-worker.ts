import { parseMarkdown } from './parse-markdown.ts'

// a script of its own beside the page: what somebody wrote to keep a parser busy does not keep the page
addEventListener('message', ({ data }: MessageEvent<string>) => { postMessage(parseMarkdown(data)) })
