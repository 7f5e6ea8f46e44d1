#!/usr/bin/env node
// The program `swipfs`. See docs/how-to/command-line.md.
import { runCli } from './run-cli.ts'

// A reader such as `head` may leave early.
process.stdout.on('error', (err: NodeJS.ErrnoException) => {
  process.exit(err.code === 'EPIPE' ? 0 : 1)
})

const exitCode = await runCli(process.argv.slice(2))

// Native code of WebRTC may keep the process alive. All output is written first: a pipe may be slow.
for (const stream of [process.stdout, process.stderr]) {
  await new Promise<void>((resolve) => {
    stream.write('', () => {
      resolve()
    })
  })
}

process.exit(exitCode)
