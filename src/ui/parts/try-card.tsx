import { useRef } from 'preact/hooks'
import { useStore } from '../lib/store.ts'
import { loadCommands, runCommand, stopCommand, tryOut } from '../state/try-out.ts'

/** The API, to be tried by hand. Commands that take a file are for the console. */
export function TryCard () {
  const { running, output, commands } = useStore(tryOut)
  const input = useRef<HTMLInputElement>(null)

  return (
    <section class='panel card' aria-labelledby='try-title'>
      <h2 id='try-title'>Try the API</h2>
      <form onSubmit={(event) => {
        event.preventDefault()
        if (!running) void runCommand(input.current?.value ?? '')
      }}
      >
        <label for='command'>POST /api/v0/</label>
        <div class='actions'>
          <input id='command' ref={input} type='text' list='commands' defaultValue='id' required spellcheck={false}
            autocapitalize='none' autocomplete='off' onFocus={() => { void loadCommands() }} />
          <datalist id='commands'>{commands.map((path) => <option key={path} value={path} />)}</datalist>
          {running
            ? <button type='button' onClick={stopCommand}>Stop</button>
            : <button type='submit'>Run</button>}
        </div>
      </form>
      {output !== '' && <pre tabIndex={0} role='region' aria-label='Answer'>{output}</pre>}
      <p class='facts'>Every page of this site can call it: <code>fetch('/api/v0/id', {'{'} method: 'POST' {'}'})</code></p>
    </section>
  )
}
