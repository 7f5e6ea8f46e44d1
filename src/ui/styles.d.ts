/** The bundler turns an imported style sheet into a linked file. */
declare module '*.css'

/** The bundler makes a worker's script of its own of it. */
declare module '*?worker&url' {
  const url: string
  export default url
}
