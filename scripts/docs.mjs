#!/usr/bin/env node
// `npm run docs`: writes docs/rpc.md and public/reference/ from the declarations of the commands and the table of settings.
import process from 'node:process'
import { runTool } from './run-tool.mjs'

process.exitCode = runTool('tsx/dist/cli.mjs', ['scripts/docs/main.ts'])
