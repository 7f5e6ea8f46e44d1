#!/usr/bin/env node
// Builds lib/, the published part of the package (package.json: exports). `npm pack` runs it.
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { build as bundle } from 'vite'
import { applyPatches } from '../install/apply-patches.mjs'
import { ROOT } from '../root.mjs'
import { writeDeclarations } from './library/declarations.mjs'
import { licenseCollector, LICENSES_BANNER, LICENSES_FILE } from './library/licenses.mjs'
import { lockDependencies } from './lock-dependencies.mjs'
import { moveFolder } from './move-folder.mjs'
import { bundleLinkScript } from './site/bundle-link-script.mjs'
import { contentVersion, placeholderVersion } from './site/content-version.mjs'
import { bundleWorker, PARTS } from './worker/bundle-worker.mjs'
import { checkWorkerScript } from './worker/check-worker.mjs'

const LIB = path.join(ROOT, 'lib')

/** Entries for browsers, by their names in lib/. */
const BROWSER = {
  bridge: 'src/bridge/index.ts',
  client: 'src/client/index.ts',
  helia: 'src/helia/index.ts',
  kubo: 'src/kubo/index.ts',
  worker: 'sw/library/worker.ts',
  'worker-swarm': 'sw/library/swarm.ts'
}

/** Entries for pages without a bundler: single files, in `page/`. */
const PAGE = { client: BROWSER.client, bridge: BROWSER.bridge }

/** Entries for Node. */
const NODE = {
  cli: 'cli/main.ts',
  node: 'src/index.ts',
  vite: 'src/vite-plugin/index.ts'
}

/** Programs, which have no types. */
const PROGRAMS = [NODE.cli]

/**
 * Packages with native code that a program uses if they are installed (src/node-adapter/network/web-rtc-in-node.ts,
 * and those that `ws` looks for).
 */
const IF_INSTALLED = ['@libp2p/webrtc', 'bufferutil', 'utf-8-validate']

/**
 * Comments that stay in modules: licences, and marks for bundlers. The others were a fifth of the package; types have
 * the documentation.
 */
const COMMENTS = { legal: true, annotation: true, jsdoc: false }

/** The ready-made worker. The type of its options is published. */
const SCRIPT = 'sw/library/sw.ts'

/**
 * Builds the library in `outDir`: modules for browsers and Node, the ready-made worker as classic scripts, types, and
 * the licenses of bundled packages. There are no source maps: the modules are not minified, and the maps would be half
 * of the package.
 *
 * Bundles all packages except those that package.json lists as dependencies or peer dependencies: those share classes
 * and types with the app.
 *
 * @param {{ outDir?: string, quiet?: boolean }} [options] outDir: default lib/ of the project
 * @returns {Promise<{ version: string }>}
 */
export async function buildLibrary ({ outDir = LIB, quiet = false } = {}) {
  await applyPatches(ROOT)

  const work = path.join(ROOT, '.cache', `library-${process.pid}`)
  const logLevel = quiet ? 'warn' : 'info'
  const { version: release, dependencies, optionalDependencies, peerDependencies } = JSON.parse(
    await readFile(path.join(ROOT, 'package.json'), 'utf8')
  )
  const imported = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
  const external = (id) => id.startsWith('node:') || imported.some((name) => id === name || id.startsWith(`${name}/`))
  const placeholder = placeholderVersion(release)
  const licenses = licenseCollector()
  const common = {
    root: ROOT,
    configFile: path.join(ROOT, 'vite.config.sw.ts'),
    logLevel,
    define: {
      'process.env.NODE_ENV': '"production"',
      __SWIPFS_VERSION__: JSON.stringify(placeholder),
      __SWIPFS_LINK_SCRIPT__: '""'
    },
    plugins: [licenses.plugin]
  }
  const modules = (entries, build) => ({
    ...common,
    build: {
      outDir: work,
      sourcemap: false,
      minify: false,
      lib: {
        entry: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, path.join(ROOT, file)])),
        formats: ['es'],
        fileName: (_format, name) => `${name}.js`
      },
      rolldownOptions: {
        external,
        output: {
          postBanner: LICENSES_BANNER,
          comments: COMMENTS,
          codeSplitting: true,
          chunkFileNames: `${build.ssr ? 'node' : 'shared'}-[hash].js`
        }
      },
      ...build
    }
  })

  try {
    await mkdir(path.join(work, 'sw'), { recursive: true })
    // Pages may be rendered on servers: bundled packages must not access `self` when they are imported.
    await bundle({ ...modules(BROWSER, {}), define: { ...common.define, self: 'globalThis' } })
    for (const entry of Object.entries(PAGE)) {
      await bundle(
        modules(Object.fromEntries([entry]), {
          outDir: path.join(work, 'page'),
          emptyOutDir: false,
          minify: true,
          rolldownOptions: { output: { postBanner: LICENSES_BANNER, codeSplitting: false } }
        })
      )
    }

    const inNode = modules(NODE, { ssr: true })
    await bundle({
      ...inNode,
      define: { ...common.define, __SWIPFS_DEPENDENCIES__: JSON.stringify(await lockDependencies()) },
      ssr: { noExternal: true, external: IF_INSTALLED }
    })

    const { scripts } = await bundleWorker(
      {
        ...common,
        define: {
          ...common.define,
          __SWIPFS_LINK_SCRIPT__: JSON.stringify(await bundleLinkScript({ root: ROOT, logLevel }))
        }
      },
      path.join(ROOT, SCRIPT),
      PARTS,
      placeholder
    )

    for (const { name, code } of scripts) {
      await writeFile(path.join(work, 'sw', name), code.replace(/\n\/\/# sourceMappingURL=\S*\s*$/, '\n'))
    }

    const version = await contentVersion(work, release)
    const files = (await readdir(work, { recursive: true })).filter((name) => name.endsWith('.js'))

    for (const name of files) {
      const file = path.join(work, name)
      const text = (await readFile(file, 'utf8')).replaceAll(placeholder, version)
      if (name.startsWith('sw')) {
        checkWorkerScript(text, version)
      }
      await writeFile(file, text)
    }

    await writeDeclarations({
      root: ROOT,
      outDir: work,
      entries: [...Object.values(BROWSER), ...Object.values(NODE), SCRIPT].filter((entry) => !PROGRAMS.includes(entry)),
      external
    })
    await writeFile(path.join(work, LICENSES_FILE), await licenses.text(ROOT))

    await chmod(path.join(work, 'cli.js'), 0o755)
    await moveFolder(work, outDir)
    return { version }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { version } = await buildLibrary({ quiet: true })
  console.error(`Built the library ${version}`)
}
