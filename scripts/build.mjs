#!/usr/bin/env node
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { build as bundle } from 'vite'
import { bundleWorker, PARTS } from './build/bundle-worker.mjs'
import { checkWorkerScript } from './build/check-worker.mjs'
import { headersFile, HTML_HEADERS } from './build/shell-headers.mjs'
import { finishHtml } from './build/finish-html.mjs'
import { shellUrls } from './build/shell-urls.mjs'
import { contentVersion, placeholderVersion } from './build/content-version.mjs'

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const PAGES = ['index.html', 'bootstrap.html', 'home-frame.html']

/**
 * Makes the whole site in `outDir`: the page, the worker as one classic script
 * that is versioned by the content of both, and what static hosts want.
 *
 * @param {{ outDir?: string, swEntry?: string, quiet?: boolean, dev?: boolean }} [options]
 *   outDir: default dist/ of the project; swEntry: default sw/index.ts; dev: the page is not minified and takes new versions by itself
 * @returns {Promise<{ version: string, shell: string[] }>}
 */
export async function build ({ outDir = path.join(ROOT, 'dist'), swEntry = path.join(ROOT, 'sw', 'index.ts'), quiet = false, dev = false } = {}) {
  // a build that fails leaves the last good one in place
  const work = path.join(ROOT, '.cache', `build-${process.pid}`)
  const logLevel = quiet ? 'warn' : 'info'
  const read = (name) => readFile(path.join(work, name), 'utf8')
  const write = (name, text) => writeFile(path.join(work, name), text)

  try {
    await bundle({ root: ROOT, configFile: path.join(ROOT, 'vite.config.ts'), logLevel, build: { outDir: work, minify: !dev } })

    if (dev) {
      await cp(path.join(ROOT, 'scripts', 'dev', 'reload.js'), path.join(work, 'dev-reload.js'))
    }

    const shell = await shellUrls(work)
    const linkScript = await bundleLinkScript(logLevel)
    const { version: release } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'))
    const placeholder = placeholderVersion(release)

    const scripts = await bundleWorker({
      root: ROOT,
      configFile: path.join(ROOT, 'vite.config.sw.ts'),
      logLevel,
      define: {
        __SWIPFS_VERSION__: JSON.stringify(placeholder),
        __SWIPFS_SHELL__: JSON.stringify(shell),
        __SWIPFS_SHELL_HEADERS__: JSON.stringify(HTML_HEADERS),
        __SWIPFS_LINK_SCRIPT__: JSON.stringify(linkScript)
      }
    }, swEntry, Object.fromEntries(Object.entries(PARTS).map(([name, entry]) => [name, path.join(ROOT, entry)])), placeholder)

    for (const { name, code, map } of scripts) {
      await write(name, code)
      await write(`${name}.map`, map)
    }

    // page and worker carry one version, so that each can tell the other's age
    const version = await contentVersion(work, release)
    for (const { name } of scripts) {
      const worker = (await read(name)).replaceAll(placeholder, version)
      checkWorkerScript(worker, version)
      await write(name, worker)
    }

    for (const page of PAGES) {
      await write(page, finishHtml(await read(page), version, { scripts: dev && page === 'index.html' ? ['/dev-reload.js'] : [] }))
    }
    // hosts that answer unknown paths with 404.html so get the bootstrap too
    await write('404.html', await read('bootstrap.html'))
    await write('_headers', headersFile())

    await rm(outDir, { recursive: true, force: true })
    await mkdir(path.dirname(outDir), { recursive: true })
    await move(work, outDir)
    return { version, shell }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** The script that a site's worker has in itself, since nothing but content lies at the site. @returns its text */
async function bundleLinkScript (logLevel) {
  const [{ output }] = await bundle({
    root: ROOT,
    configFile: path.join(ROOT, 'vite.config.sw.ts'),
    logLevel,
    build: { write: false, sourcemap: false, lib: { entry: path.join(ROOT, 'src', 'site-link', 'main.ts'), formats: ['iife'], name: 'swipfsLink' } }
  })
  return output[0].code
}

async function move (from, to) {
  try {
    await rename(from, to)
  } catch (err) {
    if (err.code !== 'EXDEV') {
      throw err
    }
    await cp(from, to, { recursive: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { version } = await build({ quiet: process.argv.includes('--quiet') })
  console.log(`Built ${version}`)
}
