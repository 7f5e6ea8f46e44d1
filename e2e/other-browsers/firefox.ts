import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { BidiConnection } from './bidi-connection.ts'
import { Child } from './child.ts'
import { findExecutable } from './find-executable.ts'
import { asJsonFunction, fromJson } from './other-browser.ts'
import type { BrowserKind, OtherBrowser } from './other-browser.ts'

const START_TIMEOUT_MS = 60_000
const END_TIMEOUT_MS = 10_000

/** Quiet on the network, no pages of its own, no answers asked of a person. */
const PREFS = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'browser.safebrowsing.provider.mozilla.updateURL': '',
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false
}

interface Evaluated { type: 'success' | 'exception', result?: { value: string }, exceptionDetails?: { text: string } }

function executable (): string | undefined {
  return findExecutable('FIREFOX_PATH', ['firefox-esr', 'firefox'])
}

/** Firefox without a window, by WebDriver BiDi. */
export const firefox: BrowserKind = {
  name: 'Firefox',
  keepsData: true,
  missing: () => executable() == null ? 'no Firefox is here: install it (Debian: firefox-esr) or name it in FIREFOX_PATH' : undefined,

  async launch (profile): Promise<OtherBrowser> {
    const prefs = Object.entries(PREFS).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    await writeFile(path.join(profile, 'user.js'), prefs.join(''))
    const child = new Child(executable()!, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'])

    try {
      const [, url] = await child.says(/WebDriver BiDi listening on (ws:\S+)/, START_TIMEOUT_MS)
      const bidi = await BidiConnection.open(`${url}/session`)
      const { capabilities } = await bidi.send<{ capabilities: { browserVersion: string } }>('session.new', { capabilities: {} })
      const { contexts: [{ context }] } = await bidi.send<{ contexts: Array<{ context: string }> }>('browsingContext.getTree', {})

      return {
        version: capabilities.browserVersion,
        goto: async (url) => { await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' }) },
        evaluate: async (script, arg) => {
          const evaluated = await bidi.send<Evaluated>('script.callFunction', {
            functionDeclaration: asJsonFunction(script),
            arguments: [{ type: 'string', value: JSON.stringify({ arg }) }],
            target: { context },
            awaitPromise: true
          })

          if (evaluated.type !== 'success') {
            throw new Error(evaluated.exceptionDetails?.text)
          }

          return fromJson(evaluated.result!.value)
        },
        close: async () => {
          await bidi.send('browser.close', {}).catch(() => {}) // the answer may not make it
          await child.ends(END_TIMEOUT_MS)
          bidi.close()
        },
        kill: async () => {
          await child.kill()
          bidi.close()
        }
      }
    } catch (err) {
      await child.kill()
      throw err
    }
  }
}
