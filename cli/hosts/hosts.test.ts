import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { delay } from '../../src/async/timers/delay.ts'
import { freePort } from '../../src/testing/http/free-port.ts'
import { runCli } from '../run-cli.ts'
import { HOSTS, hostsTable } from './hosts.ts'
import { headersAt, siteOf } from './site.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const require = createRequire(import.meta.url)

/** Paths of a site, and the files that a host sends for them. */
const PATHS: Record<string, { status: number; file: string }> = {
  '/': { status: 200, file: 'index.html' },
  '/sw.js': { status: 200, file: 'sw.js' },
  '/swarm.js': { status: 200, file: 'swarm.js' },
  '/home-frame.html': { status: 200, file: 'home-frame.html' },
  '/own-origins.json': { status: 200, file: 'own-origins.json' },
  '/assets/a-1234.js': { status: 200, file: 'assets/a-1234.js' },
  '/ipfs/bafkqaaa': { status: 404, file: '404.html' },
  '/nothing.js': { status: 404, file: '404.html' },
  '/api/v0/version': { status: 404, file: '404.html' }
}

let work: string
let dist: string
let stop: (() => Promise<void>) | undefined

beforeEach(async () => {
  work = await mkdtemp(path.join(os.tmpdir(), 'swipfs-hosts-'))
  dist = path.join(work, 'dist')
  await mkdir(path.join(dist, 'assets'), { recursive: true })

  for (const file of new Set(Object.values(PATHS).map((one) => one.file))) {
    await writeFile(path.join(dist, file), `/* ${file} */`)
  }
})

afterEach(async () => {
  await stop?.()
  stop = undefined
  await rm(work, { recursive: true })
})

/** Runs a server, and returns its origin when it answers. */
async function serveBy (program: string, args: string[], port: number): Promise<string> {
  const child = spawn(program, args, {
    cwd: work,
    stdio: ['ignore', 'ignore', 'pipe'],
    // Nothing of npm, which would lead wrangler to the settings of this project.
    env: { PATH: process.env.PATH, HOME: work, CI: '1' }
  })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  const ended = once(child, 'exit')
  stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  const origin = `http://127.0.0.1:${port}`

  while (await fetch(origin).catch(() => undefined) == null) {
    if (child.exitCode != null) {
      throw new Error(`${program} ended: ${errors}`)
    }
    await delay(100)
  }

  return origin
}

/** Writes the files of a host as `swipfs deploy` does. */
async function deployTo (name: string): Promise<void> {
  for (const { name: file, isInSite, text } of HOSTS.get(name)!.files(siteOf(dist, '/'))) {
    await writeFile(path.join(isInSite ? dist : work, file), text)
  }
}

/** Compares the answers of a server with the rules. */
async function checkAnswers (origin: string): Promise<void> {
  const { rules } = siteOf(dist, '/')

  for (const [at, { status, file }] of Object.entries(PATHS)) {
    // Hosts with clean URLs lead to names without an extension.
    const answer = await fetch(origin + at)
    expect({ at, status: answer.status, text: await answer.text() }).toEqual({ at, status, text: `/* ${file} */` })
    const wanted = headersAt(rules, new URL(answer.url).pathname)
    // A page without its policy has it in a `<meta>` too, so errors need only the common headers.
    const least = status === 404 ? ['X-Content-Type-Options', 'Referrer-Policy'] : Object.keys(wanted)

    for (const header of least.filter((name) => wanted[name] != null)) {
      expect(`${at} ${header}: ${answer.headers.get(header)}`).toBe(`${at} ${header}: ${wanted[header]}`)
    }

    if (at === '/sw.js') {
      expect(answer.headers.get('content-security-policy')).toBe(null)
    }
  }
}

describe('a site on a server with its settings', () => {
  test.runIf(existsSync('/usr/sbin/nginx'))('nginx', async () => {
    await deployTo('nginx')
    const port = await freePort()
    await writeFile(
      path.join(work, 'nginx.conf'),
      `daemon off; pid ${work}/nginx.pid; error_log ${work}/error.log; events {}
http {
  types { text/html html; text/javascript js; application/json json; }
  access_log off; client_body_temp_path ${work}/body; proxy_temp_path ${work}/proxy; fastcgi_temp_path ${work}/fastcgi;
  uwsgi_temp_path ${work}/uwsgi; scgi_temp_path ${work}/scgi;
  server { listen 127.0.0.1:${port}; root ${dist}; include ${work}/swipfs.nginx.conf; }
}`
    )
    // As root it would read the files as another user, which may not enter the temporary folder.
    const asRoot = process.getuid?.() === 0 ? ['-g', 'user root;'] : []
    await checkAnswers(await serveBy('/usr/sbin/nginx', ['-c', `${work}/nginx.conf`, ...asRoot], port))
  })

  test.runIf(existsSync('/usr/bin/caddy'))('Caddy', async () => {
    await deployTo('caddy')
    const port = await freePort()
    const file = path.join(work, 'Caddyfile')
    await writeFile(
      file,
      `{\nadmin off\n}\n${await readFile(file, 'utf8')}`.replace(
        '{$SITE_ADDRESS:localhost}',
        `http://127.0.0.1:${port}`
      )
    )
    await checkAnswers(await serveBy('/usr/bin/caddy', ['run', '--config', file, '--adapter', 'caddyfile'], port))
  })

  test('Cloudflare Pages', async () => {
    await deployTo('cloudflare-pages')
    // With a function of another path, because wrangler's own would lead it to the settings of this project.
    await mkdir(path.join(work, 'functions'))
    await writeFile(path.join(work, 'functions', 'unused.js'), 'export const onRequest = () => new Response()')
    const port = await freePort()
    const wrangler = path.join(path.dirname(require.resolve('wrangler/package.json')), 'bin', 'wrangler.js')
    await checkAnswers(
      await serveBy(
        process.execPath,
        [
          wrangler,
          'pages',
          'dev',
          dist,
          '--ip',
          '127.0.0.1',
          '--port',
          String(port),
          '--compatibility-date',
          '2026-01-01'
        ],
        port
      )
    )
  })

  test('serve', async () => {
    await deployTo('serve')
    const port = await freePort()
    await checkAnswers(
      await serveBy(process.execPath, [
        require.resolve('serve/build/main.js'),
        '-n',
        '-L',
        '-l',
        `tcp://127.0.0.1:${port}`,
        dist
      ], port)
    )
  })

  test('Firebase Hosting', async () => {
    await deployTo('firebase')
    const port = await freePort()
    const { server } = require('superstatic') as {
      server: (
        options: object
      ) => { listen: (done: () => void) => { close: () => void; closeAllConnections: () => void } }
    }
    const { hosting } = JSON.parse(await readFile(path.join(work, 'firebase.json'), 'utf8')) as { hosting: object }
    const listening = await new Promise<{ close: () => void; closeAllConnections: () => void }>((resolve) => {
      const opened = server({
        port,
        host: '127.0.0.1',
        config: { ...hosting, public: 'dist' },
        cwd: work,
        errorPage: path.join(dist, '404.html')
      })
        .listen(() => {
          resolve(opened)
        })
    })
    stop = async () => {
      listening.closeAllConnections()
      listening.close()
    }
    await checkAnswers(`http://127.0.0.1:${port}`)
  })
})

test('no path has two rules: Cloudflare Pages takes the last one', () => {
  const paths = siteOf(dist, '/').rules.map((rule) => rule.path)
  expect(paths).toEqual([...new Set(paths)])
})

test('the function of CloudFront adds the headers', async () => {
  await deployTo('aws-s3')
  const code = await readFile(path.join(work, 'cloudfront-headers.js'), 'utf8')

  for (const [uri, { status }] of Object.entries(PATHS)) {
    const event = { request: { uri }, response: { statusCode: status, headers: { etag: { value: '"1"' } } } }
    const { headers } = runInNewContext(`${code}\nhandler(${JSON.stringify(event)})`) as {
      headers: Record<string, { value: string }>
    }
    const wanted = Object.entries(headersAt(siteOf(dist, '/').rules, uri)).map((
      [name, value]
    ) => [name.toLowerCase(), value])
    expect(Object.entries(headers).map(([name, { value }]) => [name, value]).sort()).toEqual(
      [...wanted, ['etag', '"1"']].sort()
    )
  }
})

test('the rules of Vercel are those of the table', async () => {
  await deployTo('vercel')
  const { headers } = JSON.parse(await readFile(path.join(dist, 'vercel.json'), 'utf8')) as {
    headers: Array<{ source: string; headers: Array<{ key: string; value: string }> }>
  }

  for (const at of Object.keys(PATHS)) {
    const sent = Object.fromEntries(
      headers.filter(({ source }) =>
        new RegExp(`^${source.replaceAll('.', '\\.').replace('(\\.*)', '(.*)')}$`).test(at)
      )
        .flatMap((rule) => rule.headers.map(({ key, value }) => [key, value]))
    )
    expect(sent).toEqual(headersAt(siteOf(dist, '/').rules, at))
  }
})

test('docs/how-to/deploy.md has the table of the hosts', async () => {
  expect(await readFile(path.join(ROOT, 'docs', 'how-to', 'deploy.md'), 'utf8')).toContain(hostsTable())
})

describe('swipfs deploy', () => {
  test('writes the files of each host once, and replaces others only by force', async () => {
    for (const name of HOSTS.keys()) {
      const args = ['deploy', '--host', name, '--dir', dist]
      const before = process.cwd()
      process.chdir(work)
      try {
        expect(await runCli(args)).toBe(0)
        expect(await runCli(args)).toBe(0)
        const { name: file, isInSite } = HOSTS.get(name)!.files(siteOf(dist, '/'))[0]
        const place = path.join(isInSite ? dist : work, file)
        await writeFile(place, 'mine')
        expect(await runCli(args)).toBe(1)
        expect(await readFile(place, 'utf8')).toBe('mine')
        expect(await runCli([...args, '--force'])).toBe(0)
        expect(await readFile(place, 'utf8')).not.toBe('mine')
        await rm(place)
      } finally {
        process.chdir(before)
      }
    }
  })

  test('refuses unknown hosts, bad paths and missing folders', async () => {
    expect(await runCli(['deploy'])).toBe(2)
    expect(await runCli(['deploy', '--host', 'nosuch'])).toBe(2)
    expect(await runCli(['deploy', '--host', 'nginx', '--base', 'x'])).toBe(2)
    expect(await runCli(['deploy', '--host', 'nginx', '--dir', path.join(work, 'nosuch')])).toBe(1)
  })
})
