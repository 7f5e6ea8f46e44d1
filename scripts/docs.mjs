#!/usr/bin/env node
// `npm run docs`: generates docs/reference/rpc.md and public/reference/ from the command declarations and the table of
// settings, and lists the help texts that a language lacks (public/reference/help-*.json).
import process from 'node:process'
import { runTool } from './run-tool.mjs'

process.exitCode = runTool('tsx/dist/cli.mjs', ['scripts/docs/main.ts'])
