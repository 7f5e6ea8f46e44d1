import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import net from 'node:net'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Child } from './child.ts'
import { display, hasDisplay } from './display.ts'
import { findExecutable } from './find-executable.ts'
import { asJsonFunction, fromJson } from './other-browser.ts'
import type { BrowserKind, OtherBrowser } from './other-browser.ts'
import { WebDriverSession } from './web-driver-session.ts'

const START_TIMEOUT_MS = 20_000
const SCRIPT_TIMEOUT_MS = 120_000
const WINDOW = fileURLToPath(new URL('./webkit-window.py', import.meta.url))

/** Debian's own Python: another one does not find Debian's bindings. */
const PYTHON = '/usr/bin/python3'

interface Program { binary: string, args: string[] }

/** WebKitGTK with a profile on the disk. */
export const webkit: BrowserKind = {
  name: 'WebKitGTK',
  keepsData: true,
  missing: () => driverMissing() ?? (hasBindings() ? undefined : 'WebKitGTK cannot be scripted here: install its Python bindings (Debian: python3-gi, gir1.2-webkit2-4.1)'),
  launch: async (profile) => await launch(profile, { binary: PYTHON, args: [WINDOW, profile] })
}

/** A private window of WebKitGTK, which keeps all in memory. */
export const webkitPrivate: BrowserKind = {
  name: 'WebKitGTK, private window',
  keepsData: false,
  missing: () => driverMissing() ?? (miniBrowser() == null ? 'WebKitGTK\'s MiniBrowser is not here: install it (Debian: libwebkit2gtk-4.1-0) or name it in MINIBROWSER_PATH' : undefined),
  launch: async (profile) => await launch(profile, { binary: miniBrowser()!, args: ['--automation'] })
}

function driver (): string | undefined {
  return findExecutable('WEBKIT_DRIVER_PATH', ['WebKitWebDriver'])
}

function driverMissing (): string | undefined {
  if (driver() == null) return 'no WebKitWebDriver is here: install it (Debian: webkit2gtk-driver) or name it in WEBKIT_DRIVER_PATH'
  return hasDisplay() ? undefined : 'WebKitGTK needs a display: install Xvfb (Debian: xvfb)'
}

let bindings: boolean | undefined

function hasBindings (): boolean {
  return bindings ??= spawnSync(PYTHON, ['-c', 'import gi; gi.require_version("WebKit2", "4.1")']).status === 0
}

function miniBrowser (): string | undefined {
  const library = existsSync('/usr/lib') ? readdirSync('/usr/lib').filter((name) => name.endsWith('-linux-gnu')) : []
  return findExecutable('MINIBROWSER_PATH', ['MiniBrowser', ...library.map((name) => path.join('..', 'lib', name, 'webkit2gtk-4.1', 'MiniBrowser'))])
}

async function launch (profile: string, program: Program): Promise<OtherBrowser> {
  const port = await freePort()
  const child = new Child(driver()!, [`--port=${port}`, '--host=127.0.0.1'], {
    ...process.env,
    DISPLAY: await display(),
    XDG_DATA_HOME: path.join(profile, 'data'),
    XDG_CACHE_HOME: path.join(profile, 'cache'),
    NO_AT_BRIDGE: '1'
  })

  try {
    await listens(port)
    const session = await WebDriverSession.start(`http://127.0.0.1:${port}`, { 'webkitgtk:browserOptions': program })
    await session.post('/timeouts', { script: SCRIPT_TIMEOUT_MS })

    return {
      version: String(session.capabilities.browserVersion),
      goto: async (url) => { await session.post('/url', { url }) },
      evaluate: async (script, arg) => fromJson(await session.post<string>('/execute/async', {
        script: `const [json, done] = arguments; (${asJsonFunction(script)})(json).then(done)`,
        args: [JSON.stringify({ arg })]
      })),
      close: async () => {
        await session.end().catch(() => {}) // the window may be gone before it says so
        await child.kill('SIGTERM')
      },
      kill: async () => { await child.kill() }
    }
  } catch (err) {
    await child.kill()
    throw err
  }
}

async function freePort (): Promise<number> {
  const server = net.createServer()
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => { server.close(resolve) })
  return port
}

async function listens (port: number): Promise<void> {
  for (const end = Date.now() + START_TIMEOUT_MS; ;) {
    const connected = await new Promise<boolean>((resolve) => {
      const socket = net.connect(port, '127.0.0.1', () => {
        socket.destroy()
        resolve(true)
      })
      socket.once('error', () => { resolve(false) })
    })
    if (connected) return
    if (Date.now() > end) throw new Error(`WebKitWebDriver does not listen on port ${port}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
