#!/usr/bin/env node
// `npm run release -- minor`: sets the next version, moves the changelog's unreleased lines below it, packs the
// tarball, and commits and tags the result. It pushes and publishes nothing. RELEASING.md has the steps around it.
import { execFileSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { ROOT } from '../root.mjs'
import { nextVersion } from './next-version.mjs'
import { releaseNotes } from './release-notes.mjs'

const CHANGELOG = path.join(ROOT, 'CHANGELOG.md')

const runCommand = (command, args) => execFileSync(command, args, { cwd: ROOT, stdio: 'inherit' })
const readCommand = (command, args) => execFileSync(command, args, { cwd: ROOT, encoding: 'utf8' }).trim()

async function release (kind) {
  if (readCommand('git', ['status', '--porcelain']) !== '') {
    throw new Error('the work tree has changes that are not committed: commit or stash them first')
  }

  const { version: current } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'))
  const version = nextVersion(current, kind)
  const date = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length)
  const { changelog, notes } = releaseNotes(await readFile(CHANGELOG, 'utf8'), version, date)

  try {
    runCommand('npm', ['version', version, '--no-git-tag-version'])
    await writeFile(CHANGELOG, changelog)
    await mkdir(path.join(ROOT, '.cache'), { recursive: true })
    runCommand('npm', ['pack', '--pack-destination', '.cache'])
  } catch (err) {
    // Restores the three files: no partial release.
    runCommand('git', ['checkout', '--', 'package.json', 'package-lock.json', 'CHANGELOG.md'])
    throw err
  }

  runCommand('git', ['commit', '-m', `Release ${version}`, 'package.json', 'package-lock.json', 'CHANGELOG.md'])
  runCommand('git', ['tag', '-a', `v${version}`, '-m', `swipfs ${version}\n\n${notes}`])
  console.log(`\nTagged v${version}. The tarball is .cache/swipfs-${version}.tgz. RELEASING.md has the next steps.`)
}

try {
  await release(process.argv[2] ?? '')
} catch (err) {
  console.error(err.message)
  process.exitCode = 1
}
