#!/usr/bin/env node
import { cp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build as bundle } from 'vite'
import { applyPatches } from '../install/apply-patches.mjs'
import { ROOT } from '../root.mjs'
import { licenseCollector, LICENSES_BANNER, LICENSES_FILE } from './library/licenses.mjs'
import { moveFolder } from './move-folder.mjs'
import { bundleLinkScript } from './site/bundle-link-script.mjs'
import { compressFiles } from './site/compress-files.mjs'
import { contentVersion, placeholderVersion } from './site/content-version.mjs'
import { finishHtml } from './site/finish-html.mjs'
import { BOOTSTRAP_CSP_META, CSP_META, headersFile, HTML_HEADERS } from './site/shell-headers.mjs'
import { shellFiles, shellUrls } from './site/shell-urls.mjs'
import { siteSettings } from './site/site-settings.mjs'
import { bundleWorker, OWN_ORIGIN_ENTRY, PARTS } from './worker/bundle-worker.mjs'
import { checkWorkerScript } from './worker/check-worker.mjs'

const PAGES = ['index.html', 'bootstrap.html', 'home-frame.html', 'bridge.html']
/** Public files that belong to the node. */
const OF_THE_NODE = [
  'own-origins.json',
  'relay.json',
  'manifest.webmanifest',
  'theme.js',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable-512.png',
  'reference'
]

/** The dependency list, returned by `version/deps`. A file of its own, because it is long and rarely requested. */
const DEPENDENCIES = '/dependencies.json'

/** A third-party page next to the node, such as a build of ipfs-webui. */
const WEBUI = 'webui'

/**
 * Builds the whole site in `outDir`: the page, the worker as classic scripts that are versioned by the content of both,
 * and files for static hosts.
 *
 * @param {{ outDir?: string, swEntry?: string, quiet?: boolean, dev?: boolean, base?: string, site?: { name?: string,
 *   config: Record<string, unknown> } }} [options]
 * - outDir: default dist/ of the project
 * - swEntry: default sw/index.ts
 * - base: the folder of the origin that the site is served from, such as `/repo/`; default the root
 * - dev: the page is not minified and applies new versions by itself
 * - site: a deployment without a node, which shows the content that a domain name links to
 * @returns {Promise<{ version: string, shell: string[] }>}
 */
export async function build (
  {
    outDir = path.join(ROOT, 'dist'),
    swEntry = path.join(ROOT, 'sw', 'index.ts'),
    quiet = false,
    dev = false,
    base = '/',
    site
  } = {}
) {
  await applyPatches(ROOT)

  // Builds in a temporary folder: a failed build leaves the last good one in place.
  const work = path.join(ROOT, '.cache', `build-${process.pid}`)
  const logLevel = quiet ? 'warn' : 'info'
  const isSite = site != null
  const write = (name, text) => writeFile(path.join(work, name), text)

  try {
    const licenses = licenseCollector()
    await bundlePages(work, licenses.plugin, { isSite, dev, logLevel })

    const shell = site == null ? await shellUrls(work) : []
    const linkScript = await bundleLinkScript({ root: ROOT, logLevel })
    const { version: release } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'))
    const placeholder = placeholderVersion(release)

    const config = {
      root: ROOT,
      configFile: path.join(ROOT, 'vite.config.sw.ts'),
      logLevel,
      plugins: [licenses.plugin],
      define: {
        __SWIPFS_VERSION__: JSON.stringify(placeholder),
        // The dependency list is not known yet, so it has no hash. It is fetched with the version, and not compared.
        __SWIPFS_SHELL__: JSON.stringify(
          site == null ? [...await shellFiles(work, shell), { url: DEPENDENCIES }] : []
        ),
        __SWIPFS_SHELL_HEADERS__: JSON.stringify(HTML_HEADERS),
        __SWIPFS_SITE__: JSON.stringify(site ?? null),
        __SWIPFS_LINK_SCRIPT__: JSON.stringify(linkScript)
      }
    }
    const { scripts, dependencies } = isSite
      ? await bundleWorker(config, swEntry, {}, placeholder)
      : await bundleWorkers(config, swEntry, placeholder)

    for (const { name, code, map } of scripts) {
      await write(name, code)
      await write(`${name}.map`, map)
    }

    if (site == null) {
      await write(DEPENDENCIES, JSON.stringify(dependencies))
    }

    await write(LICENSES_FILE, await licenses.text(ROOT))

    // Page and worker carry the same version, so that each can detect that the other is outdated.
    const version = await contentVersion(work, release)
    for (const { name, code } of scripts) {
      const worker = code.replaceAll(placeholder, version)
      checkWorkerScript(worker, version)
      await write(name, worker)
    }

    await finishPages(work, version, { isSite, dev, base })
    await write('_headers', headersFile(base))

    if (!dev) {
      await compressFiles(work)
    }

    // Keeps the third-party page of an earlier build.
    if (await stat(path.join(outDir, WEBUI)).catch(() => undefined) != null) {
      await moveFolder(path.join(outDir, WEBUI), path.join(work, WEBUI))
    }
    await moveFolder(work, outDir)
    return { version, shell: site == null ? [...shell, DEPENDENCIES] : [] }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Bundles the pages of a node, or of a site without one, with the public files. */
async function bundlePages (outDir, licenses, { isSite, dev, logLevel }) {
  for (const mode of isSite ? ['site'] : ['production', 'connect', 'bridge']) {
    await bundle({
      root: ROOT,
      configFile: path.join(ROOT, 'vite.config.ts'),
      mode,
      logLevel,
      plugins: [licenses],
      worker: { plugins: () => [licenses], rolldownOptions: { output: { postBanner: LICENSES_BANNER } } },
      build: { outDir, minify: !dev, rolldownOptions: { output: { postBanner: LICENSES_BANNER } } }
    })
  }

  if (dev) {
    await cp(path.join(ROOT, 'scripts', 'serve', 'dev', 'reload.js'), path.join(outDir, 'dev-reload.js'))
  }

  if (isSite) {
    await Promise.all(OF_THE_NODE.map((name) => rm(path.join(outDir, name), { recursive: true })))
  }
}

/** Bundles the worker of a node and that of its sites, which has all code in one script. */
async function bundleWorkers (config, swEntry, version) {
  const { scripts, dependencies } = await bundleWorker(config, swEntry, PARTS, version, { deferredScript: true })
  const ownOrigin = await bundleWorker(config, path.join(ROOT, OWN_ORIGIN_ENTRY), {}, version, { name: 'own-origin' })
  return { scripts: [...scripts, ...ownOrigin.scripts], dependencies }
}

/** Writes the version and the settings of the build into the pages. */
async function finishPages (folder, version, { isSite, dev, base }) {
  for (const page of isSite ? ['bootstrap.html'] : PAGES) {
    const html = finishHtml(await readFile(path.join(folder, page), 'utf8'), version, {
      isSite,
      base: page === 'bootstrap.html' ? base : './',
      policy: page === 'bootstrap.html' && !isSite ? BOOTSTRAP_CSP_META : CSP_META,
      scripts: dev && page === 'index.html' ? ['./dev-reload.js'] : []
    })
    await writeFile(path.join(folder, page), html)
  }

  // Hosts that answer unknown paths with 404.html serve the bootstrap this way too.
  for (const copy of isSite ? ['404.html', 'index.html'] : ['404.html']) {
    await cp(path.join(folder, 'bootstrap.html'), path.join(folder, copy))
  }
}

const USAGE = `usage: npm run build -- [--quiet] [--out DIR] [--base /FOLDER/] [--site [--name DOMAIN] --config JSON]

  --quiet        print errors only
  --out DIR      output folder (dist, or dist-site with --site)
  --base /DIR/   folder of the origin from which the app is served, for example /repo/ on GitHub Pages (/)
  --site         build a deployment that shows the DNSLink content of its host, in place of a node
  --name DOMAIN  with --site: show the content of this domain on any host
  --config JSON  with --site: settings, for example {"DNS.Resolvers": {".": "https://dns.example/dns-query"}}
`

const OPTIONS = {
  quiet: { type: 'boolean', default: false },
  out: { type: 'string' },
  base: { type: 'string', default: '/' },
  site: { type: 'boolean', default: false },
  name: { type: 'string' },
  config: { type: 'string' }
}

async function main () {
  if (process.argv.includes('--help')) {
    process.stdout.write(USAGE)
    return
  }

  const { quiet, out, base, site, name, config } = parseArgs({ options: OPTIONS }).values

  if (!site && (name ?? config) != null) {
    throw new Error('--name and --config are for a site (--site): a node has its settings in the browser')
  }

  if (!/^\/(?:[^/?#"<>\s]+\/)*$/.test(base) || (site && base !== '/')) {
    throw new Error(
      site
        ? '--base is for a node: a site lies at the root of its host'
        : '--base must begin and end with a slash: /repo/'
    )
  }

  const { version } = await build({
    quiet,
    base,
    outDir: path.resolve(out ?? path.join(ROOT, site ? 'dist-site' : 'dist')),
    site: site ? await siteSettings({ name, config: config ?? '{}' }) : undefined
  })
  console.log(`Built ${version}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main().catch((err) => {
    console.error(`${err.message}\n\n${USAGE}`)
    process.exitCode = 1
  })
}
