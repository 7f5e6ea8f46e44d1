import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startNode } from '../../src/node-adapter/start.ts'
import type { StartedNode } from '../../src/node-adapter/start.ts'
import { ROOT } from '../root.mjs'
import { apiExports, ENTRIES } from './api.ts'
import { codeBlocks, commandLines } from './code-blocks.ts'

const DOCUMENTS = [
  'README.md',
  'docs/guide.md',
  'docs/reference/config.md',
  ...readdirSync(path.join(ROOT, 'docs/how-to')).map((name) => `docs/how-to/${name}`)
]
const blocks = DOCUMENTS.flatMap((document) => codeBlocks(document))
const scripts = blocks.filter(({ language }) => ['js', 'ts', 'tsx'].includes(language))

interface NotRun {
  pattern: RegExp
  reason: string
  /** file and title of the test that runs the same calls; missing if there is none */
  test?: [file: string, title: string]
}

/** Reasons why a block is type-checked but not run. The first rule that matches the code counts; others are run. */
const NOT_RUN: readonly NotRun[] = [
  {
    pattern: /'swipfs\/vite'/,
    reason: 'configures a build',
    test: ['e2e/library/examples.spec.ts', 'the Vite development server serves the worker of an app']
  },
  {
    pattern: /importScripts|'\/vendor\/client\.js'/,
    reason: 'runs in a service worker, or registers it',
    test: ['e2e/other-browsers/library.spec.ts', 'an app without a bundler has a node, and opens offline']
  },
  {
    pattern: /addEventListener\('fetch'/,
    reason: 'runs in a service worker',
    test: ['e2e/library/examples.spec.ts', 'the node runs in a worker together with Workbox']
  },
  {
    pattern: /'swipfs\/worker\/swarm'/,
    reason: 'runs in a service worker. Its types are checked, also in the built package',
    test: ['e2e/library/packed-library.spec.ts', 'its types check in a worker and in Node']
  },
  {
    pattern: /usePins/,
    reason: 'needs a page, and React, which is not installed. Its types are checked against preact/compat'
  },
  {
    pattern: /\bonOffer\b/,
    reason: 'needs two versions of a service worker',
    test: ['e2e/library/update.spec.ts', 'offers a new version, and runs it with the stored data once accepted']
  },
  {
    pattern: /\bscope: base\b/,
    reason: 'registers a service worker',
    test: [
      'e2e/library/library-setup.spec.ts',
      'an app in a folder of a host without extra headers has a worker for that folder'
    ]
  },
  {
    pattern: /register\(\{ swarm: true \}\)/,
    reason: 'registers a service worker',
    test: [
      'e2e/library/library-setup.spec.ts',
      'an app that enforces Trusted Types and forbids foreign scripts has a node with peers'
    ]
  },
  {
    pattern: /\bregister\b/,
    reason: 'registers a service worker',
    test: ['e2e/library/examples.spec.ts', 'a page without a bundler stores a text, and installs next to nothing']
  },
  {
    pattern: /showOpenFilePicker/,
    reason: 'needs a file picker',
    test: ['e2e/files/filestore.spec.ts', 'adds a picked file without a copy, and detects changes to it']
  },
  {
    pattern: /sealKeys/,
    reason: 'talks to a service worker',
    test: ['e2e/files/backup.spec.ts', 'backs up everything in one profile and restores it in another']
  },
  {
    pattern: /keepAlive/,
    reason: 'talks to a service worker',
    test: ['e2e/peers/background.spec.ts', 'a node in a background tab keeps its peer and its relay reservation']
  },
  {
    pattern: /connectNode/,
    reason: 'opens a window of another origin',
    test: ['e2e/sites/bridge.spec.ts', 'a page without a bundler connects as the how-to shows']
  },
  {
    pattern: /'swipfs\/helia'/,
    reason: 'talks to a service worker',
    test: ['e2e/library/examples.spec.ts', 'Helia packages run on the shared node, and their types check']
  }
]

/**
 * Reasons why command lines are not executed, with a test that does the same. Their scripts and options are checked.
 */
const NOT_EXECUTED: ReadonlyArray<[pattern: RegExp, reason: string, test?: string]> = [
  [
    /^npm (install|pack|ci)\b/,
    'installs packages: the examples install the packed library',
    'e2e/library/examples.spec.ts'
  ],
  [
    /^npm start\b/,
    'builds and serves the app: the stories do so with the same functions',
    'e2e/fixtures/build/build.ts'
  ],
  [/^npm test\b/, 'runs this test'],
  [/^npm run build -- --base\b/, 'builds the app, as a story does for a folder', 'e2e/library/hosts.spec.ts'],
  [/^npm run build -- --site\b/, 'builds a site, as the stories of such sites do', 'e2e/sites/dnslink-site.spec.ts'],
  [/^npm run deploy:edge\b/, 'needs an account of the provider; a test bundles the worker', 'edge/deploy.test.ts'],
  [/^npx swipfs (import|export|deploy)\b/, 'the stories run the packed program', 'e2e/library/packed-program.spec.ts'],
  [/^npx swipfs worker\b/, 'the stories of the bundlers run it', 'e2e/library/bundlers.spec.ts'],
  [/^npx swipfs sync\b/, 'its test runs it against two nodes', 'cli/commands/sync.test.ts'],
  [/^npx swipfs publish\b/, 'its stories run it', 'e2e/files/publish.spec.ts'],
  [/^rclone /, 'writes into a bucket of the reader: a test puts the object there', 'edge/write/import/import.test.ts'],
  [/^npx wrangler /, 'needs an account of the provider: it is checked to be a dependency']
]

/** Commands that only an edge has. `edge/write/import/import.test.ts` calls them. */
const ON_THE_EDGE = /\/api\/v0\/swipfs\/bucket\//

/** Entry points of the servers that command lines start. */
const SERVERS: Record<string, string> = {
  'serve:node': 'cli/main.ts serve',
  relay: 'cli/main.ts relay',
  'swipfs serve': 'cli/main.ts serve',
  'swipfs relay': 'cli/main.ts relay'
}

/** Values of an app that the blocks use, as globals. */
const GLOBALS = `
import 'vite/client'
declare global {
  const file: File, files: File[], bytes: Uint8Array, cid: any, folder: string, password: string, sealed: any, job: any
  const image: HTMLImageElement, link: HTMLAnchorElement, button: HTMLButtonElement, meter: HTMLMeterElement
  const handle: FileSystemFileHandle, signal: AbortSignal, freed: string[], entries: any, hosting: any,
    node: import('swipfs/node').IpfsNode, request: Request, bridge: import('swipfs/bridge').BridgeNode
  const port: MessagePort, worker: Worker, writeFile: typeof import('node:fs/promises').writeFile, version: string
  const show: (...args: any[]) => void, longWork: () => Promise<void>, unixfs: typeof import('@helia/unixfs').unixfs
  const defineConfig: typeof import('vite').defineConfig
  function showOpenFilePicker (): Promise<FileSystemFileHandle[]>
  function showPins (): Promise<void>
  interface WindowEventMap { fetch: Event & import('swipfs/worker').WorkerFetchEvent }
  interface Window { swipfs: import('swipfs/sw').WorkerSettings }
  function importScripts (...urls: string[]): void
}
`

const SOURCES: Record<string, string> = {
  start: 'scripts/serve/start',
  build: 'scripts/build',
  relay: 'src/relay',
  'serve:node': 'src/node-adapter cli',
  'swipfs serve': 'src/node-adapter',
  'swipfs relay': 'src/relay',
  'swipfs import': 'cli',
  'swipfs export': 'cli',
  'swipfs deploy': 'cli',
  'swipfs worker': 'cli',
  'swipfs publish': 'cli',
  'swipfs sync': 'cli',
  'serve:edge': 'scripts/serve/serve-edge.mjs edge'
}

/** JavaScript has no type arguments: results of these calls are untyped there. */
const untyped = (code: string): string =>
  code.replace(/\b(rpc|rpcStream|ndjson)\(/g, '$1<any>(').replaceAll('response.body)', 'response.body!)')

describe('types', () => {
  const folder = path.join(ROOT, '.cache', 'doc-blocks')
  let problems = ''

  beforeAll(() => {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    const paths = Object.fromEntries(Object.entries(ENTRIES).map(([entry, file]) => [entry, [path.join(ROOT, file)]]))
    writeFileSync(
      path.join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: path.join(ROOT, 'tsconfig.json'),
        compilerOptions: {
          noUnusedLocals: false,
          noUnusedParameters: false,
          paths: {
            ...paths,
            '/vendor/client.js': paths.swipfs,
            '/vendor/bridge.js': paths['swipfs/bridge'],
            react: [path.join(ROOT, 'node_modules/preact/compat')],
            './use-pins': [path.join(folder, 'use-pins.tsx')]
          }
        },
        include: [
          folder,
          path.join(ROOT, 'scripts/globals.d.ts'),
          path.join(ROOT, 'sw/**/*.d.ts'),
          path.join(ROOT, 'src/**/*.d.ts')
        ]
      })
    )
    writeFileSync(path.join(folder, 'globals.d.ts'), GLOBALS)

    for (const { place, code, language } of scripts) {
      const name = code.includes('export function usePins')
        ? 'use-pins.tsx'
        : `${place.replace(/[/:]/g, '-')}.${language === 'tsx' ? 'tsx' : 'ts'}`
      const text = language === 'js' ? untyped(code).replaceAll("'/vendor/client.js'", "'swipfs'") : code
      writeFileSync(path.join(folder, name), `${text}\nexport {}\n`)
    }

    for (const { entry, name, example } of apiExports()) {
      if (example != null) {
        const others = apiExports().filter((other) =>
          other.entry === entry && new RegExp(`\\b${other.name}\\b`).test(example)
        )
          .map(({ name }) => name)
        const imports = example.includes(`from '${entry}'`)
          ? ''
          : `import { ${[...new Set([name, ...others])].join(', ')} } from '${entry}'\n`
        writeFileSync(
          path.join(folder, `api-${entry.replaceAll('/', '-')}-${name}.ts`),
          `${imports}${example}\nexport {}\n`
        )
      }
    }

    problems = spawnSync(process.execPath, [
      path.join(ROOT, 'node_modules/typescript/bin/tsc'),
      '--noEmit',
      '--verbatimModuleSyntax',
      'false',
      '-p',
      path.join(folder, 'tsconfig.json')
    ], { encoding: 'utf8', cwd: ROOT }).stdout
  })

  it('the blocks of the documents and the examples of the API have valid types', () => {
    expect(problems.split('\n').filter((line) => line.includes('doc-blocks') || line.startsWith('error'))).toEqual([])
  })
})

describe('runs', () => {
  const TOKEN = 'a-token-of-this-test'
  let started: StartedNode
  /** a node with a pinning service, which has the block of the examples */
  let service: StartedNode
  let pinned = ''
  const nodes: StartedNode[] = []
  const temporary = mkdtempSync(path.join(tmpdir(), 'swipfs-docs-'))
  const client = async (): Promise<Record<string, unknown>> => ({
    ...await import('../../src/client/index.ts'),
    ...await import('kubo-rpc-client')
  })

  beforeAll(async () => {
    started = await startNode({ rpcPort: 0, gatewayPort: 0, offline: true })
    service = await startNode({ rpcPort: 0, gatewayPort: 0, psaToken: TOKEN })
    const real = globalThis.fetch
    const body = new FormData()
    body.append('file', new Blob(['pinned']))
    const put = await real(`http://127.0.0.1:${service.rpcPort}/api/v0/block/put`, { method: 'POST', body })
    pinned = (await put.json() as { Key: string }).Key
    // As in a page: relative URLs lead to the node.
    vi.stubGlobal('fetch', async (url: string | URL | Request, init?: RequestInit) => {
      if (typeof url !== 'string' || !url.startsWith('/')) {
        return await real(url, init)
      }
      const port = url.startsWith('/api/') ? started.rpcPort : started.gatewayPort
      const response = await real(`http://127.0.0.1:${port}${url}`, init)
      // The blocks do not check the status.
      expect(response.ok, response.ok ? '' : `${url}: ${await response.clone().text()}`).toBe(true)
      return response
    })
  })

  afterAll(async () => {
    vi.unstubAllGlobals()
    await started.close()
    await service.close()
    await Promise.all(nodes.map(async ({ stop }) => {
      await stop()
    }))
    rmSync(temporary, { recursive: true })
  })

  it.each(
    scripts.filter(({ code }) => !NOT_RUN.some(({ pattern }) => pattern.test(code))).map((block) =>
      [block.place, block] as const
    )
  )('%s runs', async (_, { code }) => {
    const inNode = await import('../../src/index.ts')
    // Repos in a temporary folder, and nodes at free ports of this machine, which end with the tests.
    const all = {
      ...await client(),
      ...inNode,
      openRepo: async (folder: string) => await inNode.openRepo(path.join(temporary, folder)),
      startNode: async () => {
        nodes.push(await inNode.startNode())
        return nodes.at(-1)
      }
    }
    const page = await client()
    const known = code.includes("'swipfs/node'") ? all : page
    const origin = `http://127.0.0.1:${started.rpcPort}`
    const values = {
      ...known,
      location: { origin },
      file: new File(['hi'], 'hi.txt'),
      files: [{ path: 'hi.txt', content: 'hi' }],
      image: {},
      link: {},
      meter: {},
      folder: 'bafybeiczsscdsbs7ffqz55asqdf3smv6klcw3gofszvwlyarci47bgf354',
      cid: 'bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq',
      show: () => {},
      ...code.includes("'swipfs/kubo'")
        ? { create: () => (page as { create: (o: object) => unknown }).create({ url: `${origin}/api/v0` }) }
        : {},
      whileBusy: (work: () => unknown) => work(), // needs Web Locks
      // Watching changes needs a worker; the other lines of the block do not.
      watchChanges: () => () => {}
    }
    // Names that the block declares itself, and keywords, cannot be parameters.
    const declared = new Set(
      [...code.matchAll(/\b(?:const|let|function|class)\s+(?:\{([^}]*)\}|\[([^\]]*)\]|(\w+))/g)].flatMap((match) =>
        `${match[1] ?? match[2] ?? match[3]}`.split(',').map((name) => name.split(':').at(-1)!.trim())
      )
    )
    const names = Object.keys(values).filter((name) =>
      !declared.has(name) && /^[A-Za-z_$][\w$]*$/.test(name) && name !== 'default'
    )
    const here = code.replace('http://127.0.0.1:5001', `http://127.0.0.1:${service.rpcPort}`)
      .replace('arg=TOKEN', `arg=${TOKEN}`).replace('/ipfs/bafy…', `/ipfs/${pinned}`)
    const body = here.replace(/^import .*$/gm, '').replace(/process\.stdout\.write/g, 'void').replace(
      /console\.log/g,
      'void'
    )
    const AsyncFunction = (async () => {}).constructor as new(
      ...text: string[]
    ) => (...args: unknown[]) => Promise<void>
    await new AsyncFunction(...names, body)(...names.map((name) => values[name as keyof typeof values]))
  })

  it('every reason not to run a block is needed, and names a test that exists', () => {
    const used = new Set(scripts.map(({ code }) => NOT_RUN.find(({ pattern }) => pattern.test(code))))
    expect(NOT_RUN.filter((rule) => !used.has(rule))).toEqual([])
    const tests = NOT_RUN.flatMap(({ test }) => test == null ? [] : [test])
    const storyIn = (file: string): string =>
      readFileSync(path.join(ROOT, file), 'utf8').replaceAll(/test\(\s+'/g, "test('")
    expect(tests.filter(([file, title]) => !storyIn(file).includes(`test('${title}`))).toEqual([])
  })

  const curls = blocks.filter(({ language }) => language === 'sh').flatMap((block) =>
    commandLines(block).filter((line) => line.startsWith('curl ') && !ON_THE_EDGE.test(line)).map((line) =>
      [block.place, line] as const
    )
  )

  it.each(curls)('%s: %s', async (_, line) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'swipfs-docs-'))
    writeFileSync(path.join(folder, 'cat.jpg'), 'content')
    const here = line.replace(
      /https?:\/\/(127\.0\.0\.1:5001|swipfs\.YOU\.workers\.dev)/g,
      `http://127.0.0.1:${started.rpcPort}`
    )
    expect(here).not.toBe(line)
    // Not synchronously: the server runs in this process.
    const command = here.replace('curl', 'curl --fail-with-body --silent --show-error --max-time 20')
    await promisify(execFile)('sh', ['-c', command], { cwd: folder })
    rmSync(folder, { recursive: true })
  })
})

describe('command lines', () => {
  const { scripts: known, devDependencies } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
    devDependencies: Record<string, string>
  }
  const lines = blocks.filter(({ language }) => language === 'sh').flatMap((block) =>
    commandLines(block).filter((line) => !line.startsWith('curl ')).map((line) => [block.place, line] as const)
  )

  const scriptOf = (line: string): string =>
    /^(?:npm (?:run )?|npx (?=swipfs ))([\w:]+(?:(?<=^npx swipfs) \w+)?)/.exec(line)?.[1] ?? ''
  const servers = lines.filter(([, line]) => scriptOf(line) in SERVERS)

  it.each(servers)('%s: %s starts a server', async (_, line) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'swipfs-docs-'))
    // Free ports of this machine, and a token of the required length.
    const args = line.replace(/^npm run [\w:]+( --)?|^npx swipfs \w+/, '').replace(
      '--repo my-repo',
      `--repo ${path.join(folder, 'repo')}`
    ).replace(/(-port) \d+/g, '$1 0').replace(
      'TOKEN',
      'A-LONG-TOKEN'
    )
    const more = scriptOf(line).endsWith('relay')
      ? `--port 0 --http-port 0 --host 127.0.0.1 --identity ${path.join(folder, 'identity')}`
      : ['--rpc-port', '--gateway-port'].filter((name) => !args.includes(name)).map((name) => `${name} 0`).join(' ')
    const server = spawn('sh', [
      '-c',
      `exec ${process.execPath} --import tsx ${SERVERS[scriptOf(line)]} ${args} ${more}`
    ], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
    const errors = text(server.stderr)
    const [ready] = await Promise.race([
      once(createInterface({ input: server.stdout }), 'line') as Promise<[string]>,
      errors.then((message) => [message])
    ])
    expect(JSON.parse(ready)).toMatchObject({ ready: true })
    server.kill('SIGTERM')
    await once(server, 'exit')
    rmSync(folder, { recursive: true })
  })

  it('every test that is named for a command line exists', () => {
    expect(NOT_EXECUTED.filter(([, , file]) => file != null && !existsSync(path.join(ROOT, file)))).toEqual([])
    expect(NOT_EXECUTED.filter(([pattern]) => !lines.some(([, line]) => pattern.test(line)))).toEqual([])
  })

  it.each(lines)('%s: %s', (_, line) => {
    const script = scriptOf(line)
    const reasons = NOT_EXECUTED.filter(([pattern]) => pattern.test(line))
    expect(reasons).toHaveLength(script in SERVERS ? 0 : 1)

    if (['install', 'pack', 'ci'].includes(script)) {
      return
    }

    if (line.startsWith('npx wrangler')) {
      expect(Object.keys(devDependencies)).toContain('wrangler')
      return
    }

    if (line.startsWith('npm ')) {
      expect(Object.keys(known)).toContain(script)
    }

    const sources = (SOURCES[script] ?? `scripts/${script}.mjs`).split(' ').flatMap(sourcesOf).join('\n')
    const options = [...line.replace(/'[^']*'/g, '').matchAll(/ --(\w[\w-]*)/g)].map(([, name]) => name)
    expect(options.filter((name) => !new RegExp(`(?<![\\w-])(--)?'?${name}'?(?![\\w-])`).test(sources))).toEqual([])
  })
})

it('every fenced block has a language that is checked', () => {
  expect(
    blocks.filter(({ language }) => !['js', 'ts', 'tsx', 'sh', 'json', 'yaml'].includes(language)).map(({ place }) =>
      place
    )
  )
    .toEqual([])
})

it.each(blocks.filter(({ language }) => language === 'yaml').map(({ place, code }) => [place, code]))(
  '%s has indented lines, and steps with known options',
  (_, code) => {
    expect(code.split('\n').filter((text) => text.includes('\t') || text.search(/\S|$/) % 2 !== 0)).toEqual([])
    const steps = [...code.matchAll(/run: npx (swipfs \w+) (.*)$/gm)]
    expect(steps).not.toEqual([])

    for (const [, command, args] of steps) {
      const sources = SOURCES[command].split(' ').flatMap(sourcesOf).join('\n')
      const options = [...args.matchAll(/--(\w[\w-]*)/g)].map(([, name]) => name)
      expect(options.filter((name) => !new RegExp(`(?<![\\w-])(--)?'?${name}'?(?![\\w-])`).test(sources))).toEqual([])
    }
  }
)

it.each(blocks.filter(({ language }) => language === 'json').map(({ place, code }) => [place, code]))(
  '%s is JSON',
  (_, code) => {
    expect(() => JSON.parse(code) as unknown).not.toThrow()
  }
)

/** Returns the texts of a source file, or of those in a folder and of a script of the same name. */
function sourcesOf (name: string): string[] {
  const place = path.join(ROOT, name)

  if (/\.\w+$/.test(name)) {
    return existsSync(place) ? [readFileSync(place, 'utf8')] : []
  }

  return !existsSync(place) ? [] : [
    ...existsSync(`${place}.mjs`) ? [readFileSync(`${place}.mjs`, 'utf8')] : [],
    ...readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.(ts|mjs)$/.test(file) && !/\.test\./.test(file)
    )
      .map((file) => readFileSync(path.join(place, file), 'utf8'))
  ]
}
