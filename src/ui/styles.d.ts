/** The bundler turns an imported style sheet into a linked file. */
declare module '*.css'

/** The bundler builds a separate worker script from it. */
declare module '*?worker&url' {
  const url: string
  export default url
}
