/** The bundler turns an imported style sheet into a linked file. */
declare module '*.css'
