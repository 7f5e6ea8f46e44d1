/**
 * Name of the script that the service worker itself serves below its scope. The Content Security Policy of a page
 * allows a worker of its own origin more often than a blob.
 */
export const TIMER_SCRIPT_NAME = 'swipfs-timer.js'

/**
 * The script of a dedicated worker that only ticks: it receives an interval in milliseconds and posts a message for
 * each tick.
 */
export const TIMER_SCRIPT = 'onmessage=({data})=>{setInterval(()=>{postMessage("tick")},data);postMessage("started")}'
