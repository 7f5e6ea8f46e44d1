'use client'

import { useEffect, useState } from 'react'
import { add, ready, register } from 'swipfs'

export function Keeper () {
  const [state, setState] = useState('Starting…')
  const [path, setPath] = useState()
  const [content, setContent] = useState('')

  useEffect(() => {
    register().then(() => ready()).then(() => setState('Ready'), (err) => setState(err.message))
  }, [])

  async function keep (event) {
    event.preventDefault()
    const text = new FormData(event.target).get('text')
    const { cid } = await add([{ path: 'text.txt', content: new Blob([text]) }])
    setPath(`/ipfs/${cid}`)
    setContent(await (await fetch(`/ipfs/${cid}`)).text())
  }

  return (
    <>
      <p id='state'>{state}</p>
      <form onSubmit={keep}>
        <input name='text' aria-label='Text' defaultValue='hello' />
        <button>Add</button>
      </form>
      <p>
        <a id='link' href={path}>{path}</a>
      </p>
      <pre id='content'>{content}</pre>
    </>
  )
}
