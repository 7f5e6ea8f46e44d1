// Compares WebRTC between two browsers, worker to worker, with page to page: `npm run bench -- --webrtc`.
import { cpus, loadavg } from 'node:os'
import { webRtcBench } from './webrtc-bench.mjs'

console.log(`${cpus().length} cores, load ${loadavg().map((load) => load.toFixed(1)).join(' ')}`)
console.log(['', 'unit', 'page', 'worker', 'ratio (1 = equal, more is better)'].join('\t'))
for (const { what, unit, inPage, inWorker, ratio } of await webRtcBench()) {
  console.log([what, unit, inPage, inWorker, ratio].join('\t'))
}
