import { Keeper } from './keeper'

export default function Page () {
  return (
    <>
      <h1>Keep a text</h1>
      <Keeper />
    </>
  )
}
