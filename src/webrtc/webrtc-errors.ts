import { defineError } from '../errors/define-error.ts'

/** Thrown if the page that held a connection was closed or frozen, or does not answer. */
export class PageGoneError extends defineError('PageGoneError') {
  constructor () {
    super('the page that held the WebRTC connection has gone')
  }
}

/** Thrown if no page is open that could hold a connection. */
export class NoPageError extends defineError('NoPageError') {
  constructor () {
    super('WebRTC needs an open page of this origin')
  }
}
